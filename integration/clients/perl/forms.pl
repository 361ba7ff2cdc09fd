#!/usr/bin/perl
# DBD::Pg: simple Queries without parameters; with them one batch, and by name from the second run on. Runs the list of
# forms and prints one JSON object per form, in the shape that ../python/forms.py describes. Usage: forms.pl URL FORMS
use strict;
use warnings;
use utf8;
use DBI;
use DBD::Pg qw(:async);
use JSON::PP;

my ($url, $file) = @ARGV;
my ($user, $host, $port, $db) = $url =~ m{^postgres://([^@]*)@([^:/]*):(\d+)/([^?]*)} or die "what URL is $url?";
open my $in, '<:raw', $file or die "$file: $!";
my $forms = decode_json(do { local $/; <$in> });
binmode STDOUT, ':raw';
my @said;
local $SIG{__WARN__} = sub { push @said, $_[0] };

sub connected {
    my $dbh = DBI->connect("dbi:Pg:host=$host;port=$port;dbname=$db;sslmode=disable", $user, '',
        { RaiseError => 1, PrintError => 0, AutoCommit => 1, pg_enable_utf8 => 1 });
    @said = ();
    return $dbh;
}

# Runs one statement; undef when it returns no rows.
sub run {
    my ($dbh, $sql, @values) = @_;
    my $sth = $dbh->prepare($sql);
    $sth->execute(@values);
    return $sth->{NUM_OF_FIELDS} ? $sth->fetchall_arrayref : undef;
}

sub told {
    my $dbh = shift;
    my ($code, $text) = ($dbh->state, $dbh->errstr // $@);
    my ($message) = $text =~ /\AERROR:\s+(.*?)(?:\nDETAIL|\nHINT|\nLINE|\z)/s;
    my ($hint) = $text =~ /^HINT:\s+(.*)/m;
    # Without an answer of the server's there is no SQLSTATE of its own.
    return { error => { code => defined $message ? $code : '', message => $message // $text, hint => $hint, shown => $text } };
}

sub attempt {
    my ($dbh, $sql) = @_;
    my $rows = eval { run($dbh, $sql) };
    return $@ ? told($dbh) : { rows => $rows };
}

my %how = (
    query      => sub { my ($dbh, $form) = @_; return { rows => run($dbh, $form->{sql}) } },
    parameters => sub { my ($dbh, $form) = @_; return { rows => run($dbh, $form->{sql}, @{ $form->{values} }) } },
    batch      => sub { my ($dbh, $form) = @_; return { rows => run($dbh, $form->{sql}) } },
    script     => sub { my ($dbh, $form) = @_; return map { attempt($dbh, $_) } @{ $form->{steps} } },
    prepared   => sub {
        my ($dbh, $form) = @_;
        my $sth = $dbh->prepare($form->{sql});
        return map { $sth->execute($_); { rows => $sth->fetchall_arrayref } } @{ $form->{values} };
    },
    transaction => sub {
        my ($dbh, $form) = @_;
        $dbh->begin_work;
        my @results = map { attempt($dbh, $_) } @{ $form->{steps} };
        $dbh->commit;
        return @results;
    },
    copy => sub {
        my ($dbh, $form) = @_;
        $dbh->do($form->{sql});
        my ($line, @rows);
        while ($dbh->pg_getcopydata($line) >= 0) { chomp $line; push @rows, [ split /\t/, $line ] }
        return { rows => \@rows };
    },
    catalog => sub {
        my ($dbh, $form) = @_;
        my @asked = ($dbh->table_info(undef, 'public', '%', undef), $dbh->column_info(undef, 'public', '%', '%'),
            $dbh->primary_key_info(undef, 'public', 'orders'), $dbh->foreign_key_info(undef, undef, undef, undef, 'public', 'orders'),
            $dbh->statistics_info(undef, 'public', 'orders', 0, 0));
        return map { { rows => $_->fetchall_arrayref } } grep { defined } @asked;
    },
    cancel => sub {
        my ($dbh, $form) = @_;
        $dbh->do("SET statement_timeout = '20s'");    # should the one try come before the query
        $dbh->do($form->{sql}, { pg_async => PG_ASYNC });
        select undef, undef, undef, 0.5;
        $dbh->pg_cancel;    # waits, and throws the result away
        return { rows => [ ['cancelled'] ] };
    },
);

for my $form (@$forms) {
    my $dbh = connected();
    my %result = (form => $form->{name}, results => []);
    if (my $work = $how{ $form->{how} }) {
        my @results = eval { $work->($dbh, $form) };
        @results = (@results, told($dbh)) if $@;
        $result{results} = [ map { $_->{rows} = [ map { [ map { ref $_ ? "@$_" : '' . ($_ // '') } @$_ ] } @{ $_->{rows} } ] if $_->{rows}; $_ } @results ];
    } else {
        $result{lacks} = $form->{how};
    }
    $result{notices} = [@said];
    $dbh->rollback unless $dbh->{AutoCommit};
    $result{after} = '' . $dbh->selectrow_array('SELECT 1');    # whatever happened, the connection is usable
    $dbh->disconnect;
    print encode_json(\%result), "\n";
}
