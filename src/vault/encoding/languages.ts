/**
 * The characters of a language, most frequent first, in lower case. Alphabets are complete; of the others these are the
 * frequent characters, and every other character of `script` is possible too.
 */
export interface Language {
  frequent: string;
  script?: RegExp;
  /** What longer words contain, nearly all of them. */
  inWords?: RegExp;
}

export const WESTERN: Language[] = [
  'etaoinsrhldcumfpgwybvkxjqzé',
  'esaitnrulodcpmévqfbghjàxyèêzçôùâûîkwœïëü',
  'enisratdhulcgmobwfkzüvpäößjyxqé',
  'eaosrnidlctumpbgvyqóhfzíjáéñúxkwüºª',
  'aeosrindmutclpvgqbfhãçáézíjxóõêâúàôkwyºª',
  'eaionlrtscdupmvghfbqzòàùèéìjkwxyºª',
  'enatirodslghvkmubpwjzcfxyqëéïöü',
  'eanrtsildomkgväfhupåöbcyjxwzéq',
  'enrdatislogmkfvubhpåyøæcjxwzé',
  'aintesloukämvrjhypdögbfcåwz',
  'arnieustðglkmhvofáíþópdjbyúæýöéx',
].map((frequent) => ({ frequent }));

export const CENTRAL_EUROPEAN: Language[] = [
  'iaeoznrwsctykdpmułjlbęgąhżśóćfńźxvq',
  'oeantivlsrdkupmíchzáyjbéřěčžýšůúgfťňóďxwq',
  'oaeinvrtslkdmpuchjbázyýčžéíšúľťňäôóďĺŕgfxw',
  'eatlnskomzrigáédybvhjöfupőóícüúűxwq',
  'eiaranutlcosdpmăfvîgbşţzhâjxkyw',
  'aioenjrstukvdmlpgzbčcšžhćđfxyw',
].map((frequent) => ({ frequent }));

export const TURKISH: Language[] = [{ frequent: 'aeinrlıdkmutyosbüşzgğçhvcöpfjâîû' }];

export const BALTIC: Language[] = [
  'iasotenurkmlpvdjgbyėšžųąįčūęzfhc',
  'aisetrunkmolpvdājzgībēšņļūķčģžcfh',
  'aeistlunkdmorvgjhäpõübföšž',
].map((frequent) => ({ frequent }));

export const HEBREW: Language[] = [{ frequent: 'יוהלאתמרבשנכדחפקעטגסזצםןךףץ' }];

export const ARABIC: Language[] = [{ frequent: 'اليمنوترهبعدفسكقحةجشصطخىضذثغءزظأإآئؤ' }];

export const THAI: Language[] = [{ frequent: 'านรอกเงม่ย้ลวดทัสตีบิปคหแจพะชขุใไูื็โ์ำผซถธึณศฉฟญภๆฝฐ' }];

export const GREEK: Language[] = [
  { frequent: 'αοιετσνηυρπκμλςγδθχωφβξζψάέήίόύώϊΐϋ', inWords: /[άέήίόύώΐΆΈΉΊΌΎΏ]/ },
];

export const CYRILLIC: Language[] = [
  'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  'оанивіертсклдумпяьзгбчхйєїжшцющфґ',
  'аоиентрсвлпдкмзубъгячжщйцхшюфь',
].map((frequent) => ({ frequent }));

export const JAPANESE: Language[] = [
  {
    frequent:
      'のにはをたがでてとしれさるいなこもうらあまりそきよけくすせちつえおかわやめみだどんじばびべぶぼっゃゅょろほへひふむゆねぬげござずぜぞづぎぐア' +
      'イウエオカキクケコサシスセソタチツテトナニネノハヒフヘホマミムメモヤユヨラリルレロワンガギグゲゴザジズゼゾダデドバビブベボパピプペポァィゥェォッャュョー' +
      '、。・「」：！？（）日一国人年大会本中長出三時行見月後前生五間上東四今金入学高円子外下来気小山話女北書先名水半男西電校語食車何南京議事業者新方部同手自力場定理法' +
      '発問明用地分社物買',
    get script() {
      return /(?![\uff61-\uff9f])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff5e]/u;
    },
  },
];

export const SIMPLIFIED_CHINESE: Language[] = [
  {
    frequent:
      '，。、的：！？（）一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动' +
      '面起看定天分还进好小部其些主样理心她本前开但因只从想实日者意无力它与长把机十民第公此已工使情明性知全三关点正业外将两高间由问很最重物手应向头文体美相见' +
      '利什二等产或新己身果加西月话合回特代内信表化老给世位次度门任常先海通教东声提立比员解水名真处走各入几口认条平气题活别打女变四总何电数安少报才结目太再做' +
      '接必场件计管期市直资山金指备准材料北京会议买',
    get script() {
      return /[\p{Script=Han}\u3000-\u303f\uff01-\uff5e]/u;
    },
  },
];

export const TRADITIONAL_CHINESE: Language[] = [
  {
    frequent:
      '，。、的：！？（）一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動' +
      '面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三關點正業外將兩高間由問很最重物手應向頭文體美相見' +
      '利什二等產或新己身果加西月話合回特代內信表化老給世位次度門任常先海通教東聲提立比員解水名真處走各入幾口認條平氣題活別打女變四總何電數安少報才結目太再做' +
      '接必場件計管期市直資山金指備準材料北京台會議買',
    get script() {
      return /[\p{Script=Han}\u3000-\u303f\ufe30-\ufe6b\uff01-\uff5e]/u;
    },
  },
];

export const KOREAN: Language[] = [
  {
    frequent:
      '이다는에의가을고하지은를로한도사기서대정리아인자수시일그어나부과해보있전상구제들스주라장만으원공조국연년게진동비오면와경안신문생것니여러개세마무습중방성소모영우' +
      '선미계학관내실회등말음요드위행트화바업통유려민데물따저분결명호적터당거최월했않됩합입할된될녕감료준추체강남북김박까없었겠같잘못더위타파포피하호',
    get script() {
      return /[\p{Script=Hangul}\p{Script=Han}\u3000-\u303f\uff01-\uff5e]/u;
    },
  },
];
