import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** As much JSON as the list of forms and the outcomes need: the JDK has none. */
final class Json {
  private final String text;
  private int at;

  private Json(String text) {
    this.text = text;
  }

  static Object parse(String text) {
    return new Json(text).value();
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> object(Object o) {
    return (Map<String, Object>) o;
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(Object o) {
    return (List<Object>) o;
  }

  private char next() {
    while (Character.isWhitespace(text.charAt(at))) at++;
    return text.charAt(at);
  }

  private Object value() {
    char c = next();
    switch (c) {
      case '{' -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (at++; next() != '}'; ) {
          if (text.charAt(at) == ',') {
            at++;
            continue;
          }
          String key = (String) value();
          next();
          at++; // the colon
          map.put(key, value());
        }
        at++;
        return map;
      }
      case '[' -> {
        List<Object> list = new ArrayList<>();
        for (at++; next() != ']'; ) {
          if (text.charAt(at) == ',') at++;
          else list.add(value());
        }
        at++;
        return list;
      }
      case '"' -> {
        return string();
      }
      default -> {
        int start = at;
        while (at < text.length() && ",]} \n\t".indexOf(text.charAt(at)) < 0) at++;
        String word = text.substring(start, at);
        return switch (word) {
          case "null" -> null;
          case "true" -> true;
          case "false" -> false;
          default -> Double.valueOf(word);
        };
      }
    }
  }

  private String string() {
    StringBuilder out = new StringBuilder();
    for (at++; text.charAt(at) != '"'; at++) {
      char c = text.charAt(at);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      c = text.charAt(++at);
      switch (c) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'r' -> out.append('\r');
        case 'u' -> {
          out.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
          at += 4;
        }
        default -> out.append(c);
      }
    }
    at++;
    return out.toString();
  }

  static String quote(String s) {
    if (s == null) return "\"\"";
    StringBuilder out = new StringBuilder("\"");
    for (char c : s.toCharArray()) {
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || c > '~') out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }

  /** The line that is printed about one form. */
  static String outcome(String name, List<Forms.Result> results, List<String> notices, String after, String lacks) {
    List<String> parts = new ArrayList<>();
    for (Forms.Result r : results) {
      if (r.error() != null) {
        parts.add("{\"error\":" + error(r.error()) + "}");
        continue;
      }
      List<String> rows = new ArrayList<>();
      for (List<String> row : r.rows() == null ? List.<List<String>>of() : r.rows()) rows.add("[" + String.join(",", row.stream().map(Json::quote).toList()) + "]");
      parts.add("{\"rows\":[" + String.join(",", rows) + "]}");
    }
    return "{\"form\":" + quote(name) + ",\"results\":[" + String.join(",", parts) + "],\"notices\":["
        + String.join(",", notices.stream().map(Json::quote).toList()) + "],\"after\":" + quote(after)
        + (lacks == null ? "" : ",\"lacks\":" + quote(lacks)) + "}";
  }

  private static String error(SQLException e) {
    ServerErrorMessage server = e instanceof PSQLException p ? p.getServerErrorMessage() : null;
    return "{\"code\":" + quote(server == null ? "" : e.getSQLState()) + ",\"message\":" + quote(server == null ? e.getMessage() : server.getMessage())
        + ",\"hint\":" + quote(server == null ? "" : server.getHint()) + ",\"shown\":" + quote(e.toString()) + "}";
  }
}
