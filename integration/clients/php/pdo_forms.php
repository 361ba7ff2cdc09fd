<?php
// PDO: prepares everything on the server, or with a third argument "emulate" puts parameters into the text.
// Usage: php pdo_forms.php URL FORMS [emulate]
declare(strict_types=1);
require __DIR__ . '/loop.php';

class PdoClient extends Client
{
    public function connect(): PDO
    {
        $emulate = ($GLOBALS['argv'][3] ?? '') === 'emulate';
        return new PDO('pgsql:' . str_replace(' ', ';', keywords()), null, null, [PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION, PDO::ATTR_EMULATE_PREPARES => $emulate]);
    }

    public function run(mixed $conn, string $sql, array $values = []): ?array
    {
        $statement = $conn->prepare($values ? placeholders($sql, '?') : $sql);
        $statement->execute($values);
        return $statement->columnCount() > 0 ? $statement->fetchAll(PDO::FETCH_NUM) : null;
    }

    public function tell(Throwable $error): array
    {
        $own = $error instanceof PDOException && preg_match('/^[0-9A-Z]{5}$/', (string) $error->getCode()) && !in_array($error->getCode(), ['HY000', 'HY093']);
        return ['code' => $own ? $error->getCode() : '', 'message' => $error->getMessage(), 'shown' => get_class($error) . ': ' . $error->getMessage()];
    }

    public function prepared(mixed $conn, array $form): array
    {
        $statement = $conn->prepare(placeholders($form['sql'], '?'));
        $results = [];
        foreach ($form['values'] as $value) {
            $statement->execute([$value]);
            $results[] = $statement->fetchAll(PDO::FETCH_NUM);
        }
        return $results;
    }

    public function cursor(mixed $conn, array $form): array
    {
        $conn->beginTransaction();
        $statement = $conn->prepare($form['sql'], [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
        $statement->execute();
        $rows = [];
        while ($row = $statement->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_NEXT)) {
            $rows[] = $row;
        }
        $conn->commit();
        return [$rows];
    }

    public function copy(mixed $conn, array $form): array
    {
        // pgsqlCopyToArray writes "COPY name TO STDIN"; a query in parentheses stands where a name may.
        $lines = $conn->pgsqlCopyToArray(substr($form['sql'], 5, -strlen(' TO STDOUT')));
        return [array_map(fn($line) => explode("\t", rtrim($line, "\n")), $lines)];
    }
}

forms(new PdoClient());
