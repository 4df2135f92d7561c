-- Turn the moves into a table partitioned by time, while the service runs, without copying a row.
--
-- Game ids grow with time, so a range of ids is a span of time. The primary key of the moves stays the same, so no
-- statement of the service changes. Before you run it, replace the dates (2027-01-01: a first day in the future; 2026:
-- all years before it) and gofish, the service's role. Run it as the owner of the tables with psql
-- --set=ON_ERROR_STOP=1.

-- 1. Create the new table next to the old one. Takes no lock that the service waits for.

CREATE FUNCTION games_first_id(day date) RETURNS bigint LANGUAGE sql IMMUTABLE STRICT
    AS 'SELECT ((day - date ''2025-01-01'')::bigint * 86400000) << 22';

CREATE TABLE games_move_whole (
    LIKE games_move INCLUDING CONSTRAINTS INCLUDING STORAGE,
    PRIMARY KEY (game_id, number)
) PARTITION BY RANGE (game_id);

CREATE TABLE games_move_2027_01 PARTITION OF games_move_whole
    FOR VALUES FROM (games_first_id('2027-01-01')) TO (games_first_id('2027-02-01'));

-- The default partition, in case the next one is created too late.
CREATE TABLE games_move_later PARTITION OF games_move_whole DEFAULT;

-- 2. Validate that the old table has no newer rows. Reads it once; moves are still written.

ALTER TABLE games_move ADD CONSTRAINT games_move_until_2027
    CHECK (game_id < games_first_id('2027-01-01')) NOT VALID;
ALTER TABLE games_move VALIDATE CONSTRAINT games_move_until_2027;

-- 3. Attach the old table to the new one. All statements on moves wait, for milliseconds.

BEGIN;
SET LOCAL lock_timeout = '2s';
ALTER TABLE games_move RENAME TO games_move_2026;
ALTER INDEX games_move_pkey RENAME TO games_move_2026_pkey;
ALTER TABLE games_move_whole RENAME TO games_move;
ALTER INDEX games_move_whole_pkey RENAME TO games_move_pkey;
ALTER TABLE games_move ATTACH PARTITION games_move_2026
    FOR VALUES FROM (MINVALUE) TO (games_first_id('2027-01-01'));
ALTER TABLE games_move_2026 DROP CONSTRAINT games_move_until_2027;
-- A trigger of the whole does not fire for a statement that names a part.
CREATE TRIGGER games_move_append_only BEFORE UPDATE OR TRUNCATE ON games_move
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change('the move log');
CREATE TRIGGER games_move_removal_append_only AFTER DELETE ON games_move REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_removal('the move log');
CREATE TRIGGER games_move_append_only BEFORE UPDATE OR TRUNCATE ON games_move_2027_01
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change('the move log');
CREATE TRIGGER games_move_removal_append_only AFTER DELETE ON games_move_2027_01 REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_removal('the move log');
CREATE TRIGGER games_move_append_only BEFORE UPDATE OR TRUNCATE ON games_move_later
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change('the move log');
CREATE TRIGGER games_move_removal_append_only AFTER DELETE ON games_move_later REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_removal('the move log');
GRANT SELECT, INSERT ON games_move TO gofish;
COMMIT;

-- Before each new month: CREATE TABLE games_move_2027_02 PARTITION OF games_move FOR VALUES FROM (...) TO (...), then
-- manage.py migrate, which guards the new part.
