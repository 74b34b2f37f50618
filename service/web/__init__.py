"""
The web pages that browsers load: templates and static files. It contains no Python.
May import: no other folder of the service.
"""
