/**
 * Evidence in file names and first pages, in lower case. Weights: 3 decides alone, 2 convinces with any other, 1 is a
 * hint.
 */
import type { CategoryValue } from './categories.js';

export interface WordEvidence {
  category: CategoryValue;
  pattern: RegExp;
  weight: number;
}

/** Matched against split names: "SanbornMaps_1905-p2.pdf" is "sanborn maps 1905 p2". */
export const NAME_EVIDENCE: readonly WordEvidence[] = [
  {
    category: 'regulatory_database',
    pattern:
      /\b(?:radius map|regulatory (?:database|records?)|database report|govt? records|government records|area study|vapor encroachment)\b/,
    weight: 3,
  },
  { category: 'regulatory_database', pattern: /\b(?:edr|eris|radius)\b/, weight: 1 },
  { category: 'sanborn_maps', pattern: /\b(?:sanborns?|fire insurance)\b/, weight: 3 },
  { category: 'sanborn_maps', pattern: /\b(?:fims?|insurance maps?)\b/, weight: 2 },
  { category: 'topographic_maps', pattern: /\b(?:topos?|topographics?|quadrangles?)\b/, weight: 3 },
  { category: 'topographic_maps', pattern: /\b(?:usgs|quads?|us ?topo|ustopo|24000|62500)\b/, weight: 2 },
  { category: 'aerial_imagery', pattern: /\b(?:aerials?|orthophotos?|orthoimagery|ortho|naip)\b/, weight: 3 },
  { category: 'aerial_imagery', pattern: /\b(?:imagery|air ?photos?|photographs?|stereo pairs?)\b/, weight: 1 },
  {
    category: 'city_directories',
    pattern:
      /\b(?:(?:city|street|polks?|cole|haines|telephone) director(?:y|ies)|criss cross|cd (?:abstract|report))\b/,
    weight: 3,
  },
  { category: 'city_directories', pattern: /\b(?:director(?:y|ies)|polks?|cole|haines|boyds?)\b/, weight: 2 },
  { category: 'deed_documents', pattern: /\b(?:deeds?|warranty deed|quit ?claim|easement)\b/, weight: 3 },
  { category: 'phase_1_esa', pattern: /\b(?:phase ?(?:1|i|one)|ph ?1)\b/, weight: 2.2 },
  { category: 'phase_1_esa', pattern: /\b(?:phase ?(?:1|i|one) (?:esa|report|environmental)|ph ?1 esa)\b/, weight: 2 },
  { category: 'phase_1_esa', pattern: /\besas?\b/, weight: 1 },
  {
    category: 'phase_2_esi',
    pattern: /\b(?:phase ?(?:2|ii|two)|ph ?2|subsurface|limited site investigation)\b/,
    weight: 2.8,
  },
  {
    category: 'phase_2_esi',
    pattern: /\b(?:esi|borings?|boring logs?|lab (?:results?|report|data)|soil vapor|geophysical|gpr)\b/,
    weight: 1.5,
  },
  {
    category: 'agency_response',
    pattern: /\b(?:foia|foil|opra|pra|records requests?|agency response|freedom of information)\b/,
    weight: 3,
  },
  {
    category: 'agency_response',
    pattern: /\b(?:(?:response|reply|answer) (?:letter|from)|no records|responsive)\b/,
    weight: 2,
  },
  {
    category: 'remediation_case',
    pattern:
      /\b(?:remediation|remedial|cleanup|clean up|spill|corrective action|brownfields?|consent order|superfund)\b/,
    weight: 2.8,
  },
  { category: 'remediation_case', pattern: /\b(?:lust|case file|release report|rap|rir|cap|rod|aco)\b/, weight: 1.5 },
  {
    category: 'closure_letter',
    pattern: /\b(?:closure|nfa|nfr|no further action|case closed|closure letter)\b/,
    weight: 2.8,
  },
  {
    category: 'closure_letter',
    pattern: /\b(?:comfort letter|certificate of completion|covenant not to sue)\b/,
    weight: 2,
  },
  {
    category: 'title_record',
    pattern:
      /\b(?:chain of title|title (?:search|report|commitment|record|insurance|policy)|liens?|aul|abstract of title)\b/,
    weight: 3,
  },
  { category: 'title_record', pattern: /\btitle\b/, weight: 1 },
  {
    category: 'site_survey',
    pattern: /\b(?:alta|nsps|land survey|boundary survey|site survey|plat|metes and bounds)\b/,
    weight: 2.8,
  },
  { category: 'site_survey', pattern: /\b(?:survey|site plan|filed map|plot plan)\b/, weight: 1.8 },
  { category: 'questionnaire', pattern: /\b(?:questionnaires?|interviews?)\b/, weight: 3 },
  { category: 'questionnaire', pattern: /\b(?:checklist|call notes|uq)\b/, weight: 1 },
  {
    category: 'user_provided',
    pattern: /\b(?:user provided|client provided|from (?:the )?(?:client|owner)|owner provided)\b/,
    weight: 3,
  },
  {
    category: 'user_provided',
    pattern:
      /\b(?:leases?|rent roll|sds|msds|utility bills?|appraisal|site photos?|tank test|insurance polic(?:y|ies))\b/,
    weight: 2,
  },
  {
    category: 'other',
    pattern:
      /\b(?:invoices?|proposal|agenda|resumes?|cv|newsletter|menu|brochure|w ?9|contract|engagement letter|coi)\b/,
    weight: 2.2,
  },
];

export const TEXT_EVIDENCE: readonly WordEvidence[] = [
  {
    category: 'regulatory_database',
    pattern:
      /radius map™? report|orphan summary|(?:regulatory )?database report|first ?search report|vapor encroachment screen/,
    weight: 3,
  },
  {
    category: 'regulatory_database',
    pattern:
      /search(?:ed)? (?:radius|distances?)|target property summary|(?:government|regulatory) records (?:search|documentation)|map findings|databases? searched|area study report|unmapp?able/,
    weight: 2,
  },
  {
    category: 'regulatory_database',
    pattern:
      /\bcerclis\b|\brcra[- ](?:s|v)?(?:sqg|lqg|cesqg|vsqg|tsdf|corracts)|national priorities list|\bsems\b|\bnpl\b[\s\S]{0,60}\b(?:rcra|lust|ust|erns)\b|\bshws\b|\bswf\/lf\b/,
    weight: 1.5,
  },
  {
    category: 'sanborn_maps',
    pattern:
      /certified sanborn|certified map report|sanborn(?:®|\(r\))? (?:map report|perris map|library|fire insurance)|fire insurance maps?(?: abstract)?/,
    weight: 3,
  },
  {
    category: 'sanborn_maps',
    pattern: /\bsanbo(?:rn|m)\b(?! (?:ave|st\b|street|road|rd\b|brew))|insurance maps? of|unmapped property/,
    weight: 2,
  },
  {
    category: 'sanborn_maps',
    pattern: /scale:? 50 (?:ft|feet)\.? to (?:an|one) inch|\bd\.h\.|\bw\. pipe\b/,
    weight: 1,
  },
  {
    category: 'topographic_maps',
    pattern:
      /historical topo(?:graphic)? map|\b(?:7\.5|15)[- ]minute (?:series|quadrangle)|quadmatch|\bus topo\b|\(topographic\)/,
    weight: 3,
  },
  {
    category: 'topographic_maps',
    pattern: /contour interval|\bquad(?:rangle)?\b|topographic maps?|edition of 1[89]\d\d|polyconic projection/,
    weight: 2,
  },
  {
    category: 'topographic_maps',
    pattern:
      /north american (?:vertical )?datum|(?:u\.? ?s\.? )?geological survey|1:(?:24|62|25|31),? ?[0568]\d\d|datum is mean sea level|road classification/,
    weight: 1,
  },
  {
    category: 'aerial_imagery',
    pattern: /aerial photo(?:s|graphs?)? (?:decade )?(?:package|report|review|print)|historical aerials?/,
    weight: 3,
  },
  {
    category: 'aerial_imagery',
    pattern:
      /aerial photo(?:s|graph(?:s|y)?)?|ortho(?:imagery|photo(?:s|graphs?)?)|\bnaip\b|flight (?:year|date)|imagery source|stereo pairs?/,
    weight: 2.4,
  },
  {
    category: 'aerial_imagery',
    pattern: /1\s?(?:"|in(?:ch)?) ?= ?(?:\d,)?\d{3} ?(?:'|ft|feet)|\bflown\b/,
    weight: 0.8,
  },
  {
    category: 'city_directories',
    pattern:
      /city directory (?:image report|abstract|report)|polk'?s? .{0,40}directory|(?:haines|cole|boyd)'?s? .{0,20}director(?:y|ies)|criss[- ]cross directory/,
    weight: 3,
  },
  {
    category: 'city_directories',
    pattern: /city director(?:y|ies)|street directory|business directory|listings? by street|telephone directory/,
    weight: 2.4,
  },
  {
    category: 'city_directories',
    pattern:
      /(?:\b\d{1,4} [a-z][a-z .&-]{3,24} ){4,}|\b(?:lab|tinner|cigars|h do|widow|bkpr|emp)\b.{0,40}\b(?:r|h|bds) /,
    weight: 0.8,
  },
  {
    category: 'deed_documents',
    pattern:
      /(?:warranty|quit ?claim|grant|executor'?s|trustee'?s?|bargain and sale|sheriff'?s|tax|special warranty|gift) deed|deed of trust|this (?:deed|indenture)|grant of easement/,
    weight: 3,
  },
  {
    category: 'deed_documents',
    pattern:
      /\bgrantors?\b[\s\S]{0,2000}\bgrantees?\b|witnesseth|know all men by these presents|party of the (?:first|second) part|instrument type: deed|to have and to hold/,
    weight: 2,
  },
  {
    category: 'deed_documents',
    pattern:
      /all that (?:certain )?(?:tract|plot|lot|piece|parcel)|appurtenances|conveys? and (?:quit ?claims?|warrants?)|its successors and assigns/,
    weight: 1.2,
  },
  {
    category: 'phase_1_esa',
    pattern:
      /phase (?:i|1|one) (?:environmental )?(?:site )?(?:assessment|esa)|phase (?:i|1|one) esa|site assessment phase (?:one|i)\b/,
    weight: 3,
  },
  { category: 'phase_1_esa', pattern: /all appropriate inquir(?:y|ies)|transaction screen/, weight: 2 },
  {
    category: 'phase_1_esa',
    pattern:
      /astm (?:standard )?(?:practice )?e ?1527|recognized environmental conditions?|site reconnaissance|environmental professional/,
    weight: 1.2,
  },
  {
    category: 'phase_2_esi',
    pattern:
      /phase (?:ii|2|two) (?:environmental )?(?:site )?(?:assessment|investigation|esa|esi)|subsurface (?:site )?investigation|limited (?:phase ii )?site investigation|vapor intrusion (?:investigation|assessment)/,
    weight: 3,
  },
  {
    category: 'phase_2_esi',
    pattern:
      /boring logs?|analytical report|laboratory (?:report|results)|(?:soil|groundwater) sampling|geophysical survey|ground penetrating radar|geoprobe/,
    weight: 2.2,
  },
  {
    category: 'phase_2_esi',
    pattern:
      /soil borings?|monitoring wells?|analytical results|\b82[67]0[a-e]?\b|\b(?:ug|mg)\/(?:l|kg|m3)\b|summa canisters?|\bpid\b|chain of custody/,
    weight: 1.2,
  },
  {
    category: 'agency_response',
    pattern:
      /(?:in response|pursuant) to your (?:\w+ ){0,6}request|responsive (?:records|documents)|(?:records|documents) responsive|(?:foil|foia|opra|public records act) request/,
    weight: 3,
  },
  {
    category: 'agency_response',
    pattern:
      /freedom of information|public records (?:act )?request|records? (?:access|requests?)|request (?:for|to inspect) (?:public )?records|custodian of records/,
    weight: 2.4,
  },
  {
    category: 'agency_response',
    pattern:
      /a search of our (?:files|records)|we have no records|no (?:other )?records (?:were found|in (?:this|our) office|for the address)|file review appointment|records (?:officer|access)|on file\b.{0,40}\b(?:office|department|permits?)|permits? .{0,60} we have on file/,
    weight: 1.8,
  },
  {
    category: 'remediation_case',
    pattern:
      /remedial (?:action|investigation|design)s? (?:plan|work ?plan|report)|corrective action (?:plan|completion|report)|cleanup plan|spill report|record of decision|consent order|notice of violation/,
    weight: 3,
  },
  {
    category: 'remediation_case',
    pattern:
      /(?:voluntary|brownfield) cleanup (?:program|agreement)|remediation (?:status|progress|report)|leaking underground|state superfund|soil vapor extraction|pump and treat|free product/,
    weight: 1.8,
  },
  {
    category: 'remediation_case',
    pattern:
      /spill (?:number|no\.?|report)|remediation|contaminated soil|corrective action|responsible party|remedial action/,
    weight: 1.2,
  },
  {
    category: 'closure_letter',
    pattern:
      /no further (?:remedial |remediation )?(?:action|letter)|(?:case|site) closure(?: letter)?|closure letter|certificate of completion|response action outcome|covenant not to sue/,
    weight: 2.8,
  },
  {
    category: 'closure_letter',
    pattern:
      /(?:site|case|spill|incident)(?: no\.? ?\d+)? (?:is|has been|was) (?:now )?closed|release[sd]? from liability|completion of (?:a )?(?:site investigation|corrective action|the remed)|remedial program has been completed|remediation is complete|properly closed|comfort letter/,
    weight: 2.2,
  },
  {
    category: 'title_record',
    pattern:
      /chain of title|title commitment|commitment for title insurance|preliminary title report|abstract of title|(?:environmental )?lien (?:and aul )?search|policy of title insurance/,
    weight: 3.4,
  },
  { category: 'title_record', pattern: /title (?:search|report|insurance|company)|lis pendens/, weight: 2 },
  {
    category: 'title_record',
    pattern:
      /environmental liens?|activity and use limitations?|title insurance|schedule b|vesting|satisfaction of mortgage|exceptions/,
    weight: 1,
  },
  {
    category: 'site_survey',
    pattern:
      /alta\s*\/\s*(?:acsm|nsps)|boundary (?:and topographic )?survey|metes and bounds|plat of survey|land survey of|subdivision plat|site plan|elevation certificate/,
    weight: 3,
  },
  {
    category: 'site_survey',
    pattern:
      /(?:licensed|registered|professional) land surveyor|point of beginning|actual survey|iron (?:pin|pipe|rod) (?:found|set)|catch basin|setback|bench ?mark/,
    weight: 2,
  },
  {
    category: 'questionnaire',
    pattern:
      /(?:user|owner|occupant|environmental|phase i|survey) questionnaire|interview (?:questions|record|notes|form)|person interviewed|telephone interview/,
    weight: 3.4,
  },
  {
    category: 'questionnaire',
    pattern: /questionnaire|please answer|are you aware of any|do you know of|specialized knowledge/,
    weight: 2,
  },
  {
    category: 'user_provided',
    pattern:
      /lease agreement|rent roll|safety data sheet|appraisal report|account statement|tank tightness|documents provided by the (?:user|owner|client)|provided by (?:the )?(?:owner|client|tenant)|client provided|here is what we have on file/,
    weight: 3,
  },
  {
    category: 'user_provided',
    pattern: /landlord[\s\S]{0,300}tenant|service address|property manager|(?:insurance policy|property tax bill)/,
    weight: 1.6,
  },
  { category: 'user_provided', pattern: /photo (?:1|no)|photo log|photographs? taken/, weight: 1.6 },
  { category: 'user_provided', pattern: /provided by the user|user[- ]provided information/, weight: 0.8 },
  {
    category: 'other',
    pattern:
      /\binvoice\b|bill to|remit to|proposal for|scope of work[\s\S]{0,60}fee|meeting agenda|taxpayer identification|certificate of liability insurance|\bnewsletter\b|dinner menu|curriculum vitae|education: /,
    weight: 3.2,
  },
  {
    category: 'other',
    pattern: /net 30|in this issue|terms and conditions|attendees|years of experience|please sign and return/,
    weight: 1.6,
  },
];
