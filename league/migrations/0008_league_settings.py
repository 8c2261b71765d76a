from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0007_scoring_settings'),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='settings',
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
