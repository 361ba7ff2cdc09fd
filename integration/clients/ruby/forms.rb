# Ruby's pg: exec by simple Query, exec_params in one batch, prepare by name. Runs the list of forms and prints one JSON object
# per form, in the shape that ../python/forms.py describes. Usage: ruby forms.rb URL FORMS
require 'json'
require 'pg'

# Lacks says what a client has none of, so that a form cannot be run.
class Lacks < StandardError; end

def told(error)
  result = error.respond_to?(:result) ? error.result : nil
  field = ->(name) { result&.error_field(name) }
  { error: { code: field[PG::PG_DIAG_SQLSTATE], message: field[PG::PG_DIAG_MESSAGE_PRIMARY], hint: field[PG::PG_DIAG_MESSAGE_HINT], shown: error.message } }
end

def rows(result)
  { rows: result.values }
end

def attempt(conn, step)
  rows(conn.exec(step))
rescue PG::Error => error
  told(error)
end

HOW = {
  'query' => ->(conn, form) { [rows(conn.exec(form['sql']))] },
  'parameters' => ->(conn, form) { [rows(conn.exec_params(form['sql'], form['values']))] },
  'prepared' => lambda do |conn, form|
    conn.prepare('kept', form['sql'])
    form['values'].map { |value| rows(conn.exec_prepared('kept', [value])) }
  end,
  'script' => ->(conn, form) { form['steps'].map { |step| attempt(conn, step) } },
  'transaction' => lambda do |conn, form|
    conn.exec('BEGIN')
    results = form['steps'].map { |step| attempt(conn, step) }
    conn.exec('COMMIT')
    results
  end,
  'batch' => lambda do |conn, form|
    conn.send_query(form['sql'])
    results = []
    while (result = conn.get_result)
      result.check
      results << rows(result)
    end
    results
  end,
  'describe' => lambda do |conn, form|
    conn.prepare('described', form['sql'])
    [{ rows: [conn.describe_prepared('described').fields] }]
  end,
  'binary' => lambda do |conn, form|
    [{ rows: conn.exec_params(form['sql'], [], 1).values.map { |row| row.map { |value| value.unpack1("l>").to_s } } }]
  end,
  'cursor' => lambda do |conn, form| # by row, as ActiveRecord does; fetched by FETCH, as its batches do
    conn.transaction do
      conn.exec("DECLARE by_twos CURSOR FOR #{form['sql']}")
      all = []
      while (some = conn.exec("FETCH #{form['fetch']} FROM by_twos").values).any?
        all += some
      end
      [{ rows: all }]
    end
  end,
  'copy' => lambda do |conn, form|
    lines = []
    conn.copy_data(form['sql']) do
      while (line = conn.get_copy_data)
        lines << line.chomp.split("\t")
      end
    end
    [{ rows: lines }]
  end,
  'pipeline' => lambda do |conn, form|
    conn.enter_pipeline_mode
    form['steps'].each { |step| step.empty? ? conn.pipeline_sync : conn.send_query_params(step, []) }
    conn.pipeline_sync
    syncs = form['steps'].count('') + 1
    last = nil
    until syncs.zero?
      result = conn.get_result or next # nil stands between two statements
      result.result_status == PG::PGRES_PIPELINE_SYNC ? syncs -= 1 : last = result
    end
    conn.exit_pipeline_mode
    last.check
    [rows(last)]
  end,
  'cancel' => lambda do |conn, form|
    conn.send_query(form['sql'])
    conn.cancel until conn.block(0.2) # a first try may come before the query
    [rows(conn.get_last_result)]
  end
}.freeze

JSON.parse(File.read(ARGV[1])).each do |form|
  conn = PG.connect(ARGV[0])
  said = []
  conn.set_notice_processor { |message| said << message }
  result = { form: form['name'], results: [] }
  begin
    work = HOW[form['how']] or raise Lacks, form['how']
    result[:results] = work.call(conn, form)
  rescue Lacks => lack
    result[:lacks] = lack.message
  rescue PG::Error => error
    result[:results] << told(error)
  end
  result[:notices] = said.dup
  conn.exec('ROLLBACK')
  result[:after] = conn.exec('SELECT 1').getvalue(0, 0) # whatever happened, the connection is usable
  conn.close
  puts JSON.generate(result)
end
