/** The explanations of rules in the program file in German, by the English ones. */
export const rulesHelp = {
  'The rules by their permanent keys, in the order in which customers see them.':
    'Wege zu Punkten nach ihren festen Schlüsseln, in der gezeigten Reihenfolge.',
  'A rule: a way to earn points or a reward.': 'Ein Weg zu Punkten.',
  'A rule without further properties.': 'Eine Regel, die nur ihre Art braucht.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: den Shop besuchen. join_program: beitreten. birthday: der Tag selbst. newsletter_signup: E-Mails abonnieren. loyalty_pass_install: die Karte in ein Wallet legen. review: ein Produkt bewerten.',
  'Whether customers see and can use it. Default: true.':
    'Ob Kunden sie angeboten bekommen; ja, wenn nichts anderes steht.',
  'How often one customer may do this. Default: no limit.':
    'Wie oft ein Kunde das tun darf. Ohne Grenze: beliebig oft.',
  'How long points stay pending before they are approved. For orders the time begins with the payment. Default: points are approved at once. It cannot be combined with a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Wie lange Punkte ausstehen, bis sie freigegeben werden; bei Bestellungen ab der Zahlung. Ohne Angabe werden sie sofort freigegeben. Nicht bei einer Prämie, die sofort gegeben wird. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'What a completion gives: points or a reward.': 'Was es für das Erfüllen gibt: Punkte oder eine Prämie.',
  'Points given.': 'Gegebene Punkte.',
  'The key of the reward that is given in place of points. It must be a reward of this file that needs neither a cart nor a choice of the customer.':
    'Schlüssel der Prämie anstelle von Punkten: eine aus dieser Datei, die weder Warenkorb noch Auswahl braucht.',
  'Values that differ by tier, by the key of the tier.': 'Je Stufe: was für ihre Kunden anders ist.',
  'The values that differ for customers of one tier. All other values are those of the rule.':
    'Was für Kunden einer Stufe anders ist; alles andere bleibt wie in der Regel.',
  'A rule that orders complete. Points for an unpaid order stay pending until it is paid.':
    'Eine Regel, die Bestellungen erfüllen; Punkte einer unbezahlten warten auf die Zahlung.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos). If the program has such a rule, purchase rules do not apply to these orders.':
    'purchase: eine Bestellung, nach ihrer Summe ohne Versand. retail_purchase: eine Bestellung an der Kasse (Kanal pos), die purchase-Regeln ihr dann überlassen.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'Was eine Bestellung gibt: Punkte, fest oder je ausgegebenem Betrag, oder eine Prämie.',
  'The amount for which the points are given; 1 for "5 points per $1". Default: the points are given once per order. In the program\'s currency.':
    'Wie viel auszugeben ist, damit die Punkte einmal gegeben werden; 1 für „5 Punkte je 1 €“. Ohne Angabe gibt es die Punkte einmal je Bestellung. In der Währung des Programms.',
  'A rule that orders complete by the products in them.':
    'Eine Regel, die Bestellungen durch ihre Produkte erfüllen.',
  'An order, by its lines with one of certain products.':
    'Eine Bestellung, nach ihren Zeilen mit bestimmten Produkten.',
  'The products.': 'Die Produkte.',
  "The id of a product in the store's platform.": 'Die Nummer eines Produkts in der Plattform des Shops.',
  'A rule that orders complete by the collections in them.':
    'Eine Regel, die Bestellungen durch die Kollektionen darin erfüllen.',
  'An order, by its lines with a product of certain collections.':
    'Eine Bestellung, nach ihren Zeilen mit Produkten aus bestimmten Kollektionen.',
  'The collections.': 'Die Kollektionen.',
  "The id of a collection in the store's platform.":
    'Die Nummer einer Kollektion in der Plattform des Shops.',
  'A rule that is completed when the store reports it.':
    'Eine Regel, die erfüllt ist, wenn der Shop es meldet.',
  'An activity that the store reports under a name of its own.':
    'Was der Shop unter einem eigenen Namen meldet.',
  'The name that activities for this rule have. It must differ from the names of other rules, and must not begin with $.':
    'Der Name, unter dem Aktivitäten sie nennen; nicht der einer anderen Regel und keiner mit $ am Anfang.',
  'A rule that is completed when the customer follows a link.':
    'Eine Regel, die erfüllt ist, sobald der Kunde einem Link gefolgt ist.',
  'Opening a page.': 'Eine Seite öffnen.',
  'The page to open.': 'Die Seite, die zu öffnen ist.',
  'A rule that is completed when the customer likes the page.':
    'Eine Regel, die erfüllt ist, sobald der Kunde die Seite mit „Gefällt mir“ markiert hat.',
  'Liking a page.': 'Eine Seite mit „Gefällt mir“ markieren.',
  'The page to like.': 'Die Seite für „Gefällt mir“.',
  'A rule that is completed when the customer follows or mentions the profile.':
    'Eine Regel, die erfüllt ist, sobald der Kunde dem Profil folgt oder es erwähnt.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: einem Profil folgen. social_mention: es in einem Beitrag erwähnen.',
  'The profile, as the network writes it.': 'Das Profil, wie das Netzwerk es schreibt.',
  'The social network.': 'Das soziale Netzwerk.',
  'A rule that is completed by a post with the hashtag.':
    'Eine Regel, die ein Beitrag mit dem Hashtag erfüllt.',
  'Posting with a hashtag.': 'Mit einem Hashtag posten.',
  'The hashtag, as the network writes it.': 'Der Hashtag, wie das Netzwerk ihn schreibt.',
  'A rule that is completed when a referred friend buys.':
    'Eine Regel, die erfüllt ist, sobald ein geworbener Freund gekauft hat.',
  'Referring a friend who buys.': 'Einen Freund werben, der kauft.',
  'The order of the friend that completes the rule: any order, or only an order of minimum_spend or more. Default: any_purchase.':
    'Welche Bestellung des Freundes sie erfüllt: jede oder eine ab minimum_spend; any_purchase, wenn nichts anderes steht.',
  "The minimum amount of an order for qualifying_purchase. In the program's currency.":
    'Was eine Bestellung bei qualifying_purchase erreichen muss. In der Währung des Programms.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'Ein längerer Text für Kunden. Ein Text oder einer je Sprachkürzel.',
  "The title for customers. Default: the server's name of the kind. One text, or a map of language tag to text.":
    'Was Kunden lesen. Ohne Angabe: wie dieser Server die Art nennt. Ein Text oder einer je Sprachkürzel.',
};
