<?php
// The loop that the PHP clients share: reads the list of forms, runs each on a connection of its own and prints one JSON
// object per form, in the shape that ../python/forms.py describes.
declare(strict_types=1);

// Lacks says what a client has none of, so that a form cannot be run.
class Lacks extends Exception {}

// What a client must say about itself. Rows are lists of lists.
abstract class Client
{
    abstract public function connect(): mixed;
    /** Runs one statement; null when it returns no rows. Throws what tell() can read. */
    abstract public function run(mixed $conn, string $sql, array $values = []): ?array;
    abstract public function tell(Throwable $error): array;
    public function heard(mixed $conn): array { return []; }

    // One method per "how" of the list of forms, each a list of results: rows or errors.
    public function query(mixed $conn, array $form): array { return [$this->run($conn, $form['sql'])]; }
    public function parameters(mixed $conn, array $form): array { return [$this->run($conn, $form['sql'], $form['values'])]; }
    public function script(mixed $conn, array $form): array { return array_map(fn($step) => $this->attempt($conn, $step), $form['steps']); }
    public function batch(mixed $conn, array $form): array { return [$this->run($conn, $form['sql'])]; }

    public function transaction(mixed $conn, array $form): array
    {
        $this->run($conn, 'BEGIN');
        $results = $this->script($conn, $form);
        $this->run($conn, 'COMMIT');
        return $results;
    }

    protected function attempt(mixed $conn, string $step): mixed
    {
        try {
            return $this->run($conn, $step);
        } catch (Exception $error) {
            return $error;
        }
    }
}

function outcome(Client $client, array $form): array
{
    $conn = $client->connect();
    $result = ['form' => $form['name'], 'results' => []];
    $tell = fn($r) => $r instanceof Throwable ? ['error' => $client->tell($r)] : ['rows' => array_map(fn($row) => array_map('strval', $row), $r)];
    try {
        if (!method_exists($client, $form['how'])) {
            throw new Lacks($form['how']);
        }
        $results = $client->{$form['how']}($conn, $form);
        $result['results'] = array_map($tell, array_values(array_filter($results, fn($r) => $r !== null)));
    } catch (Lacks $lack) {
        $result['lacks'] = $lack->getMessage();
    } catch (Exception $error) {
        $result['results'][] = $tell($error);
    }
    $result['notices'] = $client->heard($conn);
    $client->run($conn, 'ROLLBACK');
    $result['after'] = (string) $client->run($conn, 'SELECT 1')[0][0]; // whatever happened, the connection is usable
    return $result;
}

function placeholders(string $sql, string $mark): string
{
    return preg_replace('/\$\d+/', $mark, $sql);
}

// keywords is the URL as libpq's key words and values.
function keywords(): string
{
    $url = parse_url($GLOBALS['argv'][1]);
    return "host={$url['host']} port={$url['port']} dbname=" . substr($url['path'], 1) . " user={$url['user']} sslmode=disable";
}

function forms(Client $client): void
{
    foreach (json_decode(file_get_contents($GLOBALS['argv'][2]), true, 512, JSON_THROW_ON_ERROR) as $form) {
        echo json_encode(outcome($client, $form), JSON_THROW_ON_ERROR), "\n";
    }
}
