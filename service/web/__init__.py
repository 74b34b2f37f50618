"""
The pages for people, as a browser loads them: templates and static files. It holds no Python.
May import: no other folder of the service.
"""
