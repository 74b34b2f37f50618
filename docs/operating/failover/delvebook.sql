-- Run once, as the superuser, on the machine that leads.
CREATE ROLE delvebook LOGIN REPLICATION PASSWORD 'change-me-4';
CREATE DATABASE delvebook OWNER delvebook;
