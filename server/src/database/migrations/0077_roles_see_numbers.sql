-- Until now everybody saw the numbers of customers: roles that stand go on showing them, and a company takes that away.
UPDATE "roles" SET "permissions" = array_append("permissions", 'numbers:view') WHERE NOT "permissions" @> array['numbers:view'];
