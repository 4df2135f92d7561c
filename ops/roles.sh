# The roles of docker-compose.yml. The image of PostgreSQL runs this once, in a new database.
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" \
  --set=password="$(cat /run/secrets/app_password)" <<'SQL'
CREATE ROLE gofish LOGIN PASSWORD :'password';
ALTER ROLE gofish SET statement_timeout = '15s';
ALTER ROLE gofish SET lock_timeout = '5s';
ALTER ROLE gofish SET idle_in_transaction_session_timeout = '30s';
SQL
# For the standby; the image allows other connections from everywhere already.
echo 'host replication gofish_owner samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
