"""
The common base of the service's folders: settings, time, databases, private files, refusals.
May import: no other folder of the service.
"""
