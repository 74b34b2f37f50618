"""
What every floor of the service needs: settings, time, databases, private files, refusals.
May import: no other folder of the service.
"""
