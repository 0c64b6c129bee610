# Verifies webhook deliveries with core modules. Reads one JSON object per line, answers "X-Service-Signature webhook-signature".
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256 hmac_sha256_hex);
use JSON::PP qw(decode_json);
use MIME::Base64 qw(decode_base64 encode_base64);

while (my $line = <STDIN>) {
    my $v = decode_json($line);
    my $body = decode_base64($v->{body});
    my $secret = $v->{secret};
    utf8::encode($secret);
    my $key = $secret =~ /^whsec_(.+)/s ? decode_base64($1) : $secret;
    my $service = 'sha256=' . hmac_sha256_hex("$v->{timestamp}.$body", $secret);
    my $standard = 'v1,' . encode_base64(hmac_sha256("$v->{id}.$v->{timestamp}.$body", $key), '');
    my @answers = (same($service, $v->{service_signature}), scalar grep { same($standard, $_) } split / /, $v->{standard_signature});
    print join(' ', map { $_ ? 'true' : 'false' } @answers), "\n";
}

# Takes the same time wherever the texts differ.
sub same {
    my ($one, $other) = @_;
    return 0 if length $one != length $other;
    my $difference = 0;
    $difference |= ord(substr $one, $_, 1) ^ ord(substr $other, $_, 1) for 0 .. length($one) - 1;
    return $difference == 0;
}
