/** The explanations of rules in the program file in German, by the English ones. */
export const rulesHelp = {
  'Ways to earn by their stable keys, in the order shown.':
    'Wege zu Punkten nach ihren festen Schlüsseln, in der gezeigten Reihenfolge.',
  'A way to earn.': 'Ein Weg zu Punkten.',
  'A rule that needs nothing more than its kind.': 'Eine Regel, die nur ihre Art braucht.',
  'pageview: visiting the store. join_program: joining. birthday: the day itself. newsletter_signup: subscribing to emails. loyalty_pass_install: adding the pass to a wallet. review: reviewing a product.':
    'pageview: den Shop besuchen. join_program: beitreten. birthday: der Tag selbst. newsletter_signup: E-Mails abonnieren. loyalty_pass_install: die Karte in ein Wallet legen. review: ein Produkt bewerten.',
  'Whether customers are offered it; true unless said otherwise.':
    'Ob Kunden sie angeboten bekommen; ja, wenn nichts anderes steht.',
  'How often one customer may do this. Without a limit: as often as they like.':
    'Wie oft ein Kunde das tun darf. Ohne Grenze: beliebig oft.',
  'How long points stay pending before they are approved; for orders, counted from payment. Without it they are approved at once. Not beside a reward, which is given at once. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Wie lange Punkte ausstehen, bis sie freigegeben werden; bei Bestellungen ab der Zahlung. Ohne Angabe werden sie sofort freigegeben. Nicht bei einer Prämie, die sofort gegeben wird. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  'What a completion gives: points or a reward.': 'Was es für das Erfüllen gibt: Punkte oder eine Prämie.',
  'Points given.': 'Gegebene Punkte.',
  'Key of the reward given in place of points: one of this file that needs neither a cart nor a choice.':
    'Schlüssel der Prämie anstelle von Punkten: eine aus dieser Datei, die weder Warenkorb noch Auswahl braucht.',
  'By tier key: what differs for customers of that tier.': 'Je Stufe: was für ihre Kunden anders ist.',
  'What differs for customers of one tier; everything else stays as in the rule.':
    'Was für Kunden einer Stufe anders ist; alles andere bleibt wie in der Regel.',
  'A rule that orders complete; the points of an unpaid one wait for its payment.':
    'Eine Regel, die Bestellungen erfüllen; Punkte einer unbezahlten warten auf die Zahlung.',
  'purchase: an order, by its total without shipping. retail_purchase: an order at the point of sale (channel pos), which purchase rules then leave to it.':
    'purchase: eine Bestellung, nach ihrer Summe ohne Versand. retail_purchase: eine Bestellung an der Kasse (Kanal pos), die purchase-Regeln ihr dann überlassen.',
  'What an order gives: points, flat or per amount spent, or a reward.':
    'Was eine Bestellung gibt: Punkte, fest oder je ausgegebenem Betrag, oder eine Prämie.',
  'How much must be spent for each time the points are given; 1 for "5 points per $1". Without it the points are given once per order. In the program\'s currency.':
    'Wie viel auszugeben ist, damit die Punkte einmal gegeben werden; 1 für „5 Punkte je 1 €“. Ohne Angabe gibt es die Punkte einmal je Bestellung. In der Währung des Programms.',
  'A rule that orders complete by the products in them.':
    'Eine Regel, die Bestellungen durch ihre Produkte erfüllen.',
  'An order, by those of its lines that hold one of some products.':
    'Eine Bestellung, nach ihren Zeilen mit bestimmten Produkten.',
  'The products.': 'Die Produkte.',
  "The id of a product in the store's platform.": 'Die Nummer eines Produkts in der Plattform des Shops.',
  'A rule that orders complete by the collections in them.':
    'Eine Regel, die Bestellungen durch die Kollektionen darin erfüllen.',
  'An order, by those of its lines whose product is in one of some collections.':
    'Eine Bestellung, nach ihren Zeilen mit Produkten aus bestimmten Kollektionen.',
  'The collections.': 'Die Kollektionen.',
  "The id of a collection in the store's platform.":
    'Die Nummer einer Kollektion in der Plattform des Shops.',
  'A rule completed when the store says so.': 'Eine Regel, die erfüllt ist, wenn der Shop es meldet.',
  'Whatever the store reports under a name of its own.': 'Was der Shop unter einem eigenen Namen meldet.',
  'The name by which activities speak of it; not that of another rule, and not one with a $ in front.':
    'Der Name, unter dem Aktivitäten sie nennen; nicht der einer anderen Regel und keiner mit $ am Anfang.',
  'A rule completed once the customer has followed a link.':
    'Eine Regel, die erfüllt ist, sobald der Kunde einem Link gefolgt ist.',
  'Opening a page.': 'Eine Seite öffnen.',
  'The page to open.': 'Die Seite, die zu öffnen ist.',
  'A rule completed once the customer has liked the page.':
    'Eine Regel, die erfüllt ist, sobald der Kunde die Seite mit „Gefällt mir“ markiert hat.',
  'Liking a page.': 'Eine Seite mit „Gefällt mir“ markieren.',
  'The page to like.': 'Die Seite für „Gefällt mir“.',
  'A rule completed once the customer has followed or mentioned the profile.':
    'Eine Regel, die erfüllt ist, sobald der Kunde dem Profil folgt oder es erwähnt.',
  'social_follow: following a profile. social_mention: mentioning it in a post.':
    'social_follow: einem Profil folgen. social_mention: es in einem Beitrag erwähnen.',
  'The profile, as the network writes it.': 'Das Profil, wie das Netzwerk es schreibt.',
  'The social network.': 'Das soziale Netzwerk.',
  'A rule completed by a post that carries the hashtag.':
    'Eine Regel, die ein Beitrag mit dem Hashtag erfüllt.',
  'Posting with a hashtag.': 'Mit einem Hashtag posten.',
  'The hashtag, as the network writes it.': 'Der Hashtag, wie das Netzwerk ihn schreibt.',
  'A rule completed once a referred friend has bought.':
    'Eine Regel, die erfüllt ist, sobald ein geworbener Freund gekauft hat.',
  'Referring a friend who buys.': 'Einen Freund werben, der kauft.',
  'Which order of the friend completes it: any, or one of minimum_spend or more; any_purchase unless said otherwise.':
    'Welche Bestellung des Freundes sie erfüllt: jede oder eine ab minimum_spend; any_purchase, wenn nichts anderes steht.',
  "What an order must come to for a qualifying_purchase. In the program's currency.":
    'Was eine Bestellung bei qualifying_purchase erreichen muss. In der Währung des Programms.',
  'A longer text for customers. One text, or a map of language tag to text.':
    'Ein längerer Text für Kunden. Ein Text oder einer je Sprachkürzel.',
  'What customers read. Without it: what this server calls its kind. One text, or a map of language tag to text.':
    'Was Kunden lesen. Ohne Angabe: wie dieser Server die Art nennt. Ein Text oder einer je Sprachkürzel.',
};
