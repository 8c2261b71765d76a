"""What uvicorn serves: `uvicorn league.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

from league.uploads import limited

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
application = limited(get_asgi_application())
