from django.db import migrations, models


def work_out_closed_ladders(apps, schema_editor):
    """What is kept of ladders that were closed before is empty; beat works it out anew."""
    apps.get_model('league', 'Spread').objects.filter(tournament__format='ladder').delete()


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0021_round_sheets'),
    ]

    operations = [
        migrations.AddField(
            model_name='rung',
            name='strength',
            field=models.IntegerField(null=True),
        ),
        migrations.RunPython(work_out_closed_ladders, migrations.RunPython.noop),
    ]
