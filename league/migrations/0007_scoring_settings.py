from django.db import migrations, models


def keep_what_counted(apps, schema_editor):
    """Tournaments go on counting as they did before anybody could choose."""
    tournaments = apps.get_model('league', 'Tournament').objects
    tournaments.filter(scoring='places').update(
        scoring_settings={'place_points': 'as_they_are', 'tie_pays': 'best'}
    )
    tournaments.filter(scoring='totals').update(tie_breaks=['deals_won'])


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0006_rounds_from_results'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='scoring_settings',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='tournament',
            name='tie_breaks',
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(keep_what_counted, migrations.RunPython.noop),
    ]
