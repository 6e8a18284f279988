import java.io.FileInputStream;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.flavours.PDFAFlavour;

/**
 * Prints the rules that a PDF violates: PdfRules.java PROFILE FILE. A line has the clause and number of a rule, its
 * violations and its text, with tabs between them.
 */
public class PdfRules {
  public static void main(String[] arguments) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    var profile = PDFAFlavour.fromString(arguments[0]);
    try (var parser = Foundries.defaultInstance().createParser(new FileInputStream(arguments[1]), profile)) {
      var result = Foundries.defaultInstance().createValidator(profile, false).validate(parser);
      result.getFailedChecks().forEach((rule, violations) -> {
        var text = result.getValidationProfile().getRuleByRuleId(rule).getDescription();
        System.out.println(String.join("\t",
            rule.getClause(), "" + rule.getTestNumber(), "" + violations, text.replaceAll("\\s+", " ")));
      });
    }
  }
}
