"""
Asks three questions about the games of a Delvebook service: DuckDB reads an export as tables.

    pip install duckdb
    python three_questions.py delvebook-export.parquet.zip

Get the export from a running service (docs/exports.md):

    POST /v1/exports {"format": "parquet"}, then GET /v1/exports/{id}/file
"""

import sys
import tempfile
import zipfile

try:
    import duckdb
except ModuleNotFoundError:
    raise SystemExit("this needs duckdb: pip install duckdb") from None

QUESTIONS = {
    "Is it better to sit first? Share of games won, by title, number of seats and seat": """
        SELECT title, games.seats AS of_seats, seat, count(*) AS games, round(avg(won::INT), 3) AS won
        FROM seats JOIN games USING (game)
        WHERE status = 'finished' AND games.seats > 1
        GROUP BY title, games.seats, seat ORDER BY title, of_seats, seat
    """,
    "Which clauses of the rules come up most? Facts that cite them, by title": """
        SELECT title, clause, facts, of_games FROM (
            SELECT title, clause, count(*) AS facts, count(DISTINCT game) AS of_games,
                   row_number() OVER (PARTITION BY title ORDER BY count(*) DESC, clause) AS place
            FROM (SELECT game, unnest(clauses) AS clause FROM facts) AS cited JOIN games USING (game)
            GROUP BY title, clause
        ) AS counted
        WHERE place <= 5 ORDER BY title, place
    """,
    "How long do people and bots think? Median and longest time of a decision, in seconds": """
        SELECT title, coalesce(bot, 'people') AS who, count(*) AS decisions,
               round(median(micros) / 1e6, 3) AS median, round(max(micros) / 1e6, 3) AS longest
        FROM decisions JOIN games USING (game)
        WHERE NOT taken_back
        GROUP BY title, who ORDER BY title, who
    """,
}


def open_tables(export, directory):
    """A database with a view for each table of the export."""
    with zipfile.ZipFile(export) as packed:
        packed.extractall(directory)
        tables = [name.removesuffix(".parquet") for name in packed.namelist() if name.endswith(".parquet")]
    database = duckdb.connect()
    for table in tables:
        database.read_parquet(f"{directory}/{table}.parquet").create_view(table)
    return database


def main(export):
    with tempfile.TemporaryDirectory() as directory:
        database = open_tables(export, directory)
        for question, query in QUESTIONS.items():
            print(question)
            database.sql(query).show(max_rows=200)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    main(sys.argv[1])
