<?php
// The pgsql extension: pg_query by simple Query, pg_query_params in one batch. Usage: php pg_forms.php URL FORMS
declare(strict_types=1);
require __DIR__ . '/loop.php';

// PgError is a failed result.
class PgError extends Exception
{
    public function __construct(public readonly PgSql\Result $result) { parent::__construct(pg_result_error($result)); }
}

class PgClient extends Client
{
    public function connect(): PgSql\Connection { return pg_connect(keywords(), PGSQL_CONNECT_FORCE_NEW); }

    public function run(mixed $conn, string $sql, array $values = []): ?array
    {
        // By pg_send_…, because pg_query throws the SQLSTATE away.
        $sent = $values ? pg_send_query_params($conn, $sql, $values) : pg_send_query($conn, $sql);
        if (!$sent) {
            throw new Exception(pg_last_error($conn));
        }
        return $this->last($conn);
    }

    // last reads every result and returns the rows of the last.
    private function last(mixed $conn): ?array
    {
        $all = $this->all($conn);
        $last = end($all) ?: null;
        if ($last instanceof Exception) {
            throw $last;
        }
        return $last;
    }

    private function all(mixed $conn): array
    {
        $results = [];
        while ($result = pg_get_result($conn)) {
            $results[] = match (pg_result_status($result)) {
                PGSQL_FATAL_ERROR, PGSQL_BAD_RESPONSE => new PgError($result),
                PGSQL_TUPLES_OK => pg_fetch_all($result, PGSQL_NUM),
                default => null,
            };
        }
        return $results;
    }

    public function heard(mixed $conn): array { return pg_last_notice($conn, PGSQL_NOTICE_ALL); }

    public function tell(Throwable $error): array
    {
        if (!$error instanceof PgError) {
            return ['message' => $error->getMessage(), 'shown' => $error->getMessage()];
        }
        $field = fn($name) => (string) pg_result_error_field($error->result, $name);
        return ['code' => $field(PGSQL_DIAG_SQLSTATE), 'message' => $field(PGSQL_DIAG_MESSAGE_PRIMARY), 'hint' => $field(PGSQL_DIAG_MESSAGE_HINT), 'shown' => $error->getMessage()];
    }

    public function prepared(mixed $conn, array $form): array
    {
        pg_send_prepare($conn, 'kept', $form['sql']);
        $this->last($conn);
        $results = [];
        foreach ($form['values'] as $value) {
            pg_send_execute($conn, 'kept', [$value]);
            $results[] = $this->last($conn);
        }
        return $results;
    }

    public function batch(mixed $conn, array $form): array
    {
        pg_send_query($conn, $form['sql']);
        return $this->all($conn);
    }

    public function copy(mixed $conn, array $form): array
    {
        // pg_copy_to writes COPY name TO STDOUT; a query in parentheses stands where a name may.
        $lines = pg_copy_to($conn, substr($form['sql'], 5, -strlen(' TO STDOUT')));
        return [array_map(fn($line) => explode("\t", rtrim($line, "\n")), $lines)];
    }

    public function cancel(mixed $conn, array $form): array
    {
        $this->run($conn, "SET statement_timeout = '20s'"); // should the one try come before the query
        pg_send_query($conn, $form['sql']);
        usleep(500_000);
        pg_cancel_query($conn); // waits, and throws the result away
        return [[['cancelled']]];
    }
}

forms(new PgClient());
