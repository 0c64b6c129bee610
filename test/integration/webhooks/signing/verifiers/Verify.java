import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Scanner;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies webhook deliveries with the JDK alone; reads and answers lines as verify.sh does. */
class Verify {
    public static void main(String[] arguments) throws Exception {
        for (var lines = new Scanner(System.in, StandardCharsets.US_ASCII); lines.hasNextLine(); ) {
            var field = lines.nextLine().split(" ");
            byte[] secret = plain(field[0]), id = plain(field[1]), body = plain(field[3]);
            var time = (field[2] + ".").getBytes(StandardCharsets.US_ASCII);
            var text = new String(secret, StandardCharsets.UTF_8);
            var key = text.startsWith("whsec_") ? Base64.getDecoder().decode(text.substring(6)) : secret;
            var service = "sha256=" + HexFormat.of().formatHex(mac(secret, time, body));
            var standard = "v1," + Base64.getEncoder().encodeToString(mac(key, id, ".".getBytes(), time, body));
            var given = new String(plain(field[5]), StandardCharsets.US_ASCII).split(" ");
            System.out.println(same(service, plain(field[4])) + " " + Arrays.stream(given).anyMatch(each -> same(standard, each.getBytes())));
        }
    }

    static byte[] mac(byte[] key, byte[]... parts) throws Exception {
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        var all = new ByteArrayOutputStream();
        for (var part : parts) all.write(part);
        return mac.doFinal(all.toByteArray());
    }

    static boolean same(String expected, byte[] given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.US_ASCII), given);
    }

    static byte[] plain(String base64) {
        return Base64.getDecoder().decode(base64);
    }
}
