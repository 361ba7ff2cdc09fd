import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.postgresql.PGConnection;

/**
 * pgjdbc runs the list of forms and prints one JSON object per form, in the shape that ../python/forms.py describes. The
 * third argument are properties of the connection, preferQueryMode=simple say.
 *
 * <p>Usage: java -cp postgresql.jar:. Forms URL FORMS [NAME=VALUE&…]
 */
final class Forms {
  /** The client has no way to do what a form asks for. */
  @SuppressWarnings("serial")
  static final class Lacks extends Exception {
    Lacks(String what) {
      super(what);
    }
  }

  /** Rows of one statement, null when it has none, or its error. */
  record Result(List<List<String>> rows, SQLException error) {}

  private final Connection conn;
  private final List<String> said = new ArrayList<>();

  private Forms(Connection conn) {
    this.conn = conn;
  }

  public static void main(String[] args) throws Exception {
    Properties properties = new Properties();
    for (String setting : (args.length > 2 ? args[2] : "").split("&")) {
      String[] parts = setting.split("=", 2);
      if (parts.length == 2) properties.setProperty(parts[0], parts[1]);
    }
    for (Object form : (List<?>) Json.parse(Files.readString(Path.of(args[1])))) {
      System.out.println(outcome(args[0], properties, Json.object(form)));
    }
  }

  /** url is the usual one, in the way in which JDBC writes it. */
  static Connection connect(String url, Properties properties) throws SQLException {
    java.net.URI u = java.net.URI.create(url);
    Properties all = new Properties();
    all.putAll(properties);
    all.setProperty("user", u.getUserInfo());
    all.setProperty("sslmode", "disable");
    return DriverManager.getConnection("jdbc:postgresql://" + u.getHost() + ":" + u.getPort() + u.getPath(), all);
  }

  private static String outcome(String url, Properties properties, Map<String, Object> form) throws SQLException {
    try (Connection conn = connect(url, properties)) {
      Forms forms = new Forms(conn);
      List<Result> results = new ArrayList<>();
      String lacks = null;
      try {
        forms.perform(form, results);
      } catch (Lacks e) {
        lacks = e.getMessage();
      } catch (SQLException e) {
        results.add(new Result(null, e));
      }
      List<String> heard = List.copyOf(forms.said);
      if (!conn.getAutoCommit()) {
        conn.rollback();
        conn.setAutoCommit(true);
      }
      String after = forms.run("SELECT 1").get(0).get(0); // whatever happened, the connection is usable
      return Json.outcome((String) form.get("name"), results, heard, after, lacks);
    }
  }

  private void perform(Map<String, Object> form, List<Result> out) throws SQLException, Lacks {
    String sql = (String) form.get("sql");
    switch ((String) form.get("how")) {
      case "query" -> out.add(new Result(run(sql), null));
      case "parameters" -> out.add(new Result(parameters(sql, Json.list(form.get("values"))), null));
      case "prepared" -> prepared(sql, Json.list(form.get("values")), out);
      case "script" -> script(Json.list(form.get("steps")), out);
      case "transaction" -> transaction(Json.list(form.get("steps")), out);
      case "batch" -> batch(sql, out);
      case "describe" -> describe(sql, out);
      case "binary" -> binary(sql, out);
      case "cursor" -> cursor(sql, ((Number) form.get("fetch")).intValue(), out);
      case "copy" -> copy(sql, out);
      case "cancel" -> cancel(sql, out);
      case "catalog" -> catalog(out);
      default -> throw new Lacks((String) form.get("how"));
    }
  }

  private List<List<String>> run(String sql) throws SQLException {
    try (Statement statement = conn.createStatement()) {
      List<List<String>> rows = statement.execute(sql) ? rows(statement.getResultSet()) : null;
      hear(statement);
      return rows;
    }
  }

  private void hear(Statement statement) throws SQLException {
    for (SQLWarning w = statement.getWarnings(); w != null; w = w.getNextWarning()) said.add(w.getMessage());
  }

  static List<List<String>> rows(ResultSet set) throws SQLException {
    List<List<String>> rows = new ArrayList<>();
    int columns = set.getMetaData().getColumnCount();
    while (set.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= columns; i++) row.add(set.getString(i));
      rows.add(row);
    }
    return rows;
  }

  private PreparedStatement prepare(String sql) throws SQLException {
    return conn.prepareStatement(sql.replaceAll("\\$\\d+", "?"));
  }

  private static void bind(PreparedStatement statement, List<Object> values) throws SQLException {
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) instanceof Number n) statement.setInt(i + 1, n.intValue());
      else statement.setString(i + 1, (String) values.get(i));
    }
  }

  private List<List<String>> parameters(String sql, List<Object> values) throws SQLException {
    try (PreparedStatement statement = prepare(sql)) {
      bind(statement, values);
      List<List<String>> rows = rows(statement.executeQuery());
      hear(statement);
      return rows;
    }
  }

  /** From the fifth run on the statement has a name, from the sixth on it is not described any more. */
  private void prepared(String sql, List<Object> values, List<Result> out) throws SQLException {
    try (PreparedStatement statement = prepare(sql)) {
      for (Object value : values) {
        bind(statement, List.of(value));
        out.add(new Result(rows(statement.executeQuery()), null));
      }
    }
  }

  private void script(List<Object> steps, List<Result> out) {
    for (Object step : steps) {
      try {
        out.add(new Result(run((String) step), null));
      } catch (SQLException e) {
        out.add(new Result(null, e));
      }
    }
  }

  /** With autocommit off the driver puts BEGIN before the first statement, into the same batch. */
  private void transaction(List<Object> steps, List<Result> out) throws SQLException {
    conn.setAutoCommit(false);
    script(steps, out);
    boolean failed = out.stream().anyMatch(r -> r.error() != null);
    if (failed) conn.rollback();
    else conn.commit();
    conn.setAutoCommit(true);
  }

  /** The driver splits the text at its semicolons. */
  private void batch(String sql, List<Result> out) throws SQLException {
    try (Statement statement = conn.createStatement()) {
      boolean set = statement.execute(sql);
      while (set || statement.getUpdateCount() != -1) {
        out.add(new Result(set ? rows(statement.getResultSet()) : null, null));
        set = statement.getMoreResults();
      }
    }
  }

  private void describe(String sql, List<Result> out) throws SQLException {
    try (PreparedStatement statement = prepare(sql)) {
      List<String> names = new ArrayList<>();
      for (int i = 1; i <= statement.getMetaData().getColumnCount(); i++) names.add(statement.getMetaData().getColumnLabel(i));
      out.add(new Result(List.of(names), null));
    }
  }

  private void binary(String sql, List<Result> out) throws SQLException, Lacks {
    if (conn.unwrap(PGConnection.class).getPreferQueryMode() == org.postgresql.jdbc.PreferQueryMode.SIMPLE) throw new Lacks("binary");
    conn.unwrap(PGConnection.class).setPrepareThreshold(-1); // binary from the first run
    try (PreparedStatement statement = prepare(sql)) {
      statement.executeQuery();
      out.add(new Result(rows(statement.executeQuery()), null));
    }
  }

  private void cursor(String sql, int size, List<Result> out) throws SQLException {
    conn.setAutoCommit(false); // a portal lives in a transaction
    try (PreparedStatement statement = prepare(sql)) {
      statement.setFetchSize(size);
      out.add(new Result(rows(statement.executeQuery()), null));
    }
    conn.commit();
  }

  private void copy(String sql, List<Result> out) throws SQLException {
    StringWriter text = new StringWriter();
    try {
      conn.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, text);
    } catch (java.io.IOException e) {
      throw new SQLException(e);
    }
    List<List<String>> rows = new ArrayList<>();
    text.toString().lines().forEach(line -> rows.add(List.of(line.split("\t"))));
    out.add(new Result(rows, null));
  }

  private void cancel(String sql, List<Result> out) throws SQLException {
    try (Statement statement = conn.createStatement()) {
      statement.setQueryTimeout(2); // a timer of the driver's, which sends a CancelRequest
      out.add(new Result(rows(statement.executeQuery(sql)), null));
    }
  }

  private void catalog(List<Result> out) throws SQLException {
    java.sql.DatabaseMetaData meta = conn.getMetaData();
    for (ResultSet set : List.of(meta.getSchemas(), meta.getTables(null, "public", "%", null), meta.getColumns(null, "public", "%", null),
        meta.getPrimaryKeys(null, "public", "orders"), meta.getImportedKeys(null, "public", "orders"), meta.getExportedKeys(null, "public", "orders"),
        meta.getIndexInfo(null, "public", "orders", false, true), meta.getFunctions(null, "public", "%"), meta.getTypeInfo())) {
      out.add(new Result(rows(set), null));
    }
  }
}
