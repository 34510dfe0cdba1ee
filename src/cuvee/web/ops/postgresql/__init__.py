"""Django's PostgreSQL, with connections that outlive the requests that use them."""
