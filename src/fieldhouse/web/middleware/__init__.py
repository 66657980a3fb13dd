"""ASGI middleware in front of the app: security checks, rate limit, authorization, the API fast path."""
