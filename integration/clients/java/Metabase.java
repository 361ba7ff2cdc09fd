import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Walks the way that Metabase takes through pgjdbc: the settings of a connection, the synchronisation of the schema, native
 * questions with its remark before them, what it wraps around a saved one, the columns of one that is not run. Prints one
 * JSON object per step, in the shape that ../python/forms.py describes.
 *
 * <p>Usage: java -cp postgresql.jar:. Metabase URL
 */
final class Metabase {
  private static final String REMARK = "-- Metabase:: userID: 1 queryType: native queryHash: 5f0c8e9d21\n";

  /** Something that gives rows. */
  interface Step {
    List<List<String>> run() throws SQLException;
  }

  private final Connection conn;

  private Metabase(Connection conn) {
    this.conn = conn;
  }

  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    properties.setProperty("ApplicationName", "Metabase v0.50.0 [test]");
    properties.setProperty("stringtype", "unspecified");
    try (Connection conn = Forms.connect(args[0], properties)) {
      Metabase m = new Metabase(conn);
      m.settings();
      m.sync();
      m.questions();
    }
  }

  /** What is done to each connection that is taken from the pool. */
  private void settings() throws SQLException {
    conn.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
    run("SET SESSION TIMEZONE TO 'UTC'");
    conn.setReadOnly(true);
    conn.setAutoCommit(true);
    conn.setHoldability(ResultSet.CLOSE_CURSORS_AT_COMMIT);
    tell("settings", () -> run("SELECT current_setting('transaction_isolation'), current_setting('timezone'), current_setting('application_name')"));
  }

  /** The synchronisation of the schema, all by DatabaseMetaData but for the privileges. */
  private void sync() throws SQLException {
    DatabaseMetaData meta = conn.getMetaData();
    tell("sync: product", () -> List.of(List.of(meta.getDatabaseProductName(), meta.getDatabaseProductVersion(), "" + meta.storesLowerCaseIdentifiers())));
    tell("sync: schemas", () -> Forms.rows(meta.getSchemas()));
    tell("sync: tables", () -> Forms.rows(meta.getTables(null, "%", "%", new String[] {"TABLE", "PARTITIONED TABLE", "VIEW", "FOREIGN TABLE", "MATERIALIZED VIEW"})));
    tell("sync: privileges", () -> parameters("SELECT schemaname, tablename, has_table_privilege(?, format('%I.%I', schemaname, tablename), 'SELECT')"
        + " FROM pg_catalog.pg_tables WHERE schemaname = ? ORDER BY 1, 2", "demo", "public"));
    tell("sync: columns", () -> Forms.rows(meta.getColumns(null, "public", "%", null)));
    tell("sync: keys", () -> Forms.rows(meta.getPrimaryKeys(null, "public", "orders")));
    tell("sync: foreign keys", () -> Forms.rows(meta.getImportedKeys(null, "public", "orders")));
    tell("sync: indexes", () -> Forms.rows(meta.getIndexInfo(null, "public", "orders", false, true)));
    tell("sync: types", () -> Forms.rows(meta.getTypeInfo()));
    tell("sync: functions", () -> Forms.rows(meta.getFunctions(null, "public", "%")));
    tell("sync: table privileges", () -> Forms.rows(meta.getTablePrivileges(null, "public", "orders")));
    tell("sync: fingerprint of a column", () -> query("SELECT SUBSTRING(\"public\".\"products\".\"name\", 1, 1234) AS \"substring1\" FROM \"public\".\"products\" ORDER BY 1 LIMIT 3"));
    tell("is valid", () -> List.of(List.of("" + conn.isValid(5))));
  }

  private void questions() throws SQLException {
    String ask = "SELECT * FROM ask('show regions') t";
    tell("native question", () -> query(REMARK + "ASK how many products are there"));
    tell("native question, function", () -> query(REMARK + ask));
    tell("native question, comment", () -> query(REMARK + "/* ask: what's the number of products? */"));
    tell("columns of a question that is not run", () -> columns(ask));
    tell("question over a saved question", () -> query(REMARK + "SELECT \"source\".\"name\" AS \"name\", count(*) AS \"count\" FROM (" + ask
        + ") AS \"source\" GROUP BY \"source\".\"name\" ORDER BY \"source\".\"name\" ASC LIMIT 2"));
    tell("filter with a parameter over a saved question", () -> parameters(REMARK + "SELECT \"source\".\"id\" AS \"id\" FROM (" + ask
        + ") AS \"source\" WHERE \"source\".\"name\" = ? LIMIT 1048575", "Northern Europe"));
    tell("a question back", () -> query(REMARK + "ASK show returns"));
    tell("its answer", () -> query(REMARK + "SELECT count(*) FROM ask('show returns', answer => '2') t"));
    tell("a refusal", () -> query(REMARK + "ASK delete all products"));
    conn.setAutoCommit(false);
    tell("streamed, autocommit off", () -> List.of(List.of("" + query(REMARK + "SELECT * FROM ask('show orders') t").size())));
    conn.rollback();
    conn.setAutoCommit(true);
  }

  private List<List<String>> run(String sql) throws SQLException {
    try (Statement statement = conn.createStatement()) {
      return statement.execute(sql) ? Forms.rows(statement.getResultSet()) : null;
    }
  }

  /** Without parameters a Statement. It must give a set of rows, or Metabase says that it did not. */
  private List<List<String>> query(String sql) throws SQLException {
    try (Statement statement = conn.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      limit(statement);
      if (!statement.execute(sql)) throw new SQLException("Select statement did not produce a ResultSet for native query");
      return Forms.rows(statement.getResultSet());
    }
  }

  private List<List<String>> parameters(String sql, String... values) throws SQLException {
    try (PreparedStatement statement = conn.prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
      limit(statement);
      for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
      return Forms.rows(statement.executeQuery());
    }
  }

  private static void limit(Statement statement) throws SQLException {
    statement.setFetchDirection(ResultSet.FETCH_FORWARD);
    statement.setFetchSize(500);
    statement.setMaxRows(1048575);
    statement.setQueryTimeout(1200);
  }

  private List<List<String>> columns(String sql) throws SQLException {
    try (PreparedStatement statement = conn.prepareStatement(sql)) {
      List<List<String>> columns = new ArrayList<>();
      for (int i = 1; i <= statement.getMetaData().getColumnCount(); i++) {
        columns.add(List.of(statement.getMetaData().getColumnLabel(i), statement.getMetaData().getColumnTypeName(i)));
      }
      return columns;
    }
  }

  private void tell(String name, Step step) throws SQLException {
    List<Forms.Result> results = new ArrayList<>();
    try {
      results.add(new Forms.Result(step.run(), null));
    } catch (SQLException e) {
      results.add(new Forms.Result(null, e));
    }
    List<String> warnings = new ArrayList<>();
    for (SQLWarning w = conn.getWarnings(); w != null; w = w.getNextWarning()) warnings.add(w.getMessage());
    conn.clearWarnings();
    System.out.println(Json.outcome(name, results, warnings, "", null));
  }
}
