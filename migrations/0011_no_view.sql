-- a person's columns are in exports, and a view of them would hold up later changes
DROP VIEW IF EXISTS waitlist;
