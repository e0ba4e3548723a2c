/** The explanations of settings in the program file in German, by the English ones. */
export const settingsHelp = {
  'When points expire; it takes effect one full period after it was turned on. Without it they never do.':
    'Wann Punkte verfallen; es wirkt eine volle Frist nach dem Einschalten. Ohne Angabe verfallen sie nie.',
  'The whole balance of a customer who stays away expires at once.':
    'Der ganze Punktestand eines Kunden, der fernbleibt, verfällt auf einmal.',
  'Since what the customer is inactive: the last order, or the last change of the balance.':
    'Seit wann der Kunde inaktiv ist: seit der letzten Bestellung oder der letzten Änderung des Punktestands.',
  'After how many months without any the balance expires.':
    'Nach wie vielen Monaten ohne beides der Punktestand verfällt.',
  'Points expire on dates of their own.': 'Punkte verfallen an eigenen Tagen.',
  'So long after each point was earned.': 'So lange, nachdem jeder Punkt gesammelt wurde.',
  'How many months points last; those that expire soonest are spent first.':
    'Wie viele Monate Punkte halten; die am ehesten verfallen, werden zuerst ausgegeben.',
  'What was earned expires at the end of a day that comes once a year.':
    'Gesammeltes verfällt am Ende eines Tages, der einmal im Jahr kommt.',
  'On one day of the year.': 'An einem Tag des Jahres.',
  'What orders earn by.': 'Wonach Bestellungen Punkte bringen.',
  'What of an order the rules purchase and retail_purchase count. The rules for products and collections count the prices of their lines.':
    'Was an einer Bestellung die Regeln purchase und retail_purchase zählen. Die Regeln für Produkte und Kollektionen zählen die Preise ihrer Zeilen.',
  'Whether shipping earns. False unless said otherwise.':
    'Ob Versand zählt. Nein, wenn nichts anderes steht.',
  'Whether tax earns. True unless said otherwise.': 'Ob Steuer zählt. Ja, wenn nichts anderes steht.',
  'Whether what discounts took off earns, as if it had been paid. False unless said otherwise.':
    'Ob zählt, was Rabatte abzogen, als wäre es bezahlt worden. Nein, wenn nichts anderes steht.',
  'Customers refer friends by links of their own; what that earns say the rules of kind referral. Without it there are no referrals.':
    'Kunden werben Freunde über eigene Links; was das bringt, sagen die Regeln der Art referral. Ohne Angabe gibt es keine Empfehlungen.',
  'Key of the reward whose code a referred friend is given: a cart_discount_voucher or a free_shipping_voucher, which may be disabled for claims. Without it friends get no code.':
    'Schlüssel der Prämie, deren Code ein geworbener Freund bekommt: ein cart_discount_voucher oder ein free_shipping_voucher, der zum Einlösen ausgeschaltet sein darf. Ohne Angabe bekommen Freunde keinen Code.',
  'Whether a friend must give an email, by which known customers and second codes are told; true unless said otherwise.':
    'Ob ein Freund eine E-Mail angeben muss, an der bekannte Kunden und zweite Codes erkannt werden; ja, wenn nichts anderes steht.',
  'How many friends one customer may bring: those who buy. Without it: as many as they like.':
    'Wie viele Freunde, die kaufen, ein Kunde werben darf. Ohne Angabe: beliebig viele.',
  'How often within the interval.': 'Wie oft innerhalb der Zeitspanne.',
  "Calendar interval in the time zone of the customer's site; weeks begin on Monday. Without one the count holds for ever.":
    'Zeitspanne des Kalenders in der Zeitzone der Website des Kunden; Wochen beginnen am Montag. Ohne Angabe gilt die Zahl für immer.',
  'How many friends may come from one internet address within a day; 5 unless said otherwise.':
    'Wie viele Freunde an einem Tag von einer Internetadresse kommen dürfen; 5, wenn nichts anderes steht.',
  "How many codes may be given out through one customer's link within a day; 50 unless said otherwise.":
    'Wie viele Codes an einem Tag über den Link eines Kunden ausgegeben werden dürfen; 50, wenn nichts anderes steht.',
  'When webhooks tell that something of a customer’s is near.':
    'Wann Webhooks melden, dass einem Kunden etwas bevorsteht.',
  'How much of the way from the tier it is in to the next a customer has come; 80 unless said otherwise.':
    'Welchen Anteil des Wegs von seiner Stufe zur nächsten ein Kunde zurückgelegt hat; 80, wenn nichts anderes steht.',
  'How many days before the next of its points expire; 30 unless said otherwise.':
    'Wie viele Tage, bevor seine nächsten Punkte verfallen; 30, wenn nichts anderes steht.',
  'How many days before a reward that is not used expires or lapses, if it is good for longer than that; 7 unless said otherwise.':
    'Wie viele Tage, bevor eine unverwendete Prämie abläuft oder verfällt, wenn sie länger als das gilt; 7, wenn nichts anderes steht.',
  'Where customers hand in receipts of purchases in shops. Without it the program takes none.':
    'Wo Kunden Belege von Einkäufen im Laden einreichen. Ohne Angabe nimmt das Programm keine.',
  'What needs a second person. With two people for publishing, the program changes by drafts alone, and so does this setting.':
    'Was eine zweite Person braucht. Mit zwei Personen fürs Veröffentlichen ändert sich das Programm nur durch Entwürfe, auch diese Einstellung.',
  'How many people a change of the program takes: 2 if whoever saved a draft cannot publish it; 1 unless said otherwise.':
    'Wie viele Personen eine Änderung des Programms braucht: 2, wenn niemand seinen eigenen Entwurf veröffentlichen darf; 1, wenn nichts anderes steht.',
  'How many people it takes to erase a customer in the console: 2 if one asks and another decides; 1 unless said otherwise.':
    'Wie viele Personen es braucht, um einen Kunden in der Konsole zu löschen: 2, wenn eine es beantragt und eine andere entscheidet; 1, wenn nichts anderes steht.',
  'More points than these, added or removed by hand in the console, take two people: one asks and another decides. Without it one person may do it.':
    'Mehr Punkte als diese, in der Konsole von Hand hinzugefügt oder abgezogen, brauchen zwei Personen: Eine beantragt es, eine andere entscheidet. Ohne Angabe darf es eine allein.',
  'Limits of the people who sign in to the console, by their role.':
    'Grenzen für die Personen, die sich in der Konsole anmelden, nach ihrer Rolle.',
  'Limits of the role support.': 'Grenzen der Rolle Support.',
  "The points that each operator of this role may add or remove by hand in a day of the first site's zone, over all customers. Without it there is no limit.":
    'Die Punkte, die jede Person dieser Rolle an einem Tag in der Zone der ersten Website von Hand hinzufügen oder entfernen darf, über alle Kunden. Ohne Angabe gibt es keine Grenze.',
  "Messages of this server worded otherwise, by language tag and by the message's name: the texts of the loyalty page, of histories, of points and costs.":
    'Texte dieses Servers in anderen Worten, nach Sprachkürzel und Namen des Textes: die der Treueseite, der Verläufe, von Punkten und Kosten.',
  'By message: its wording in this language.': 'Je Text: sein Wortlaut in dieser Sprache.',
  'The message, in ICU MessageFormat.': 'Der Text, im ICU MessageFormat.',
  'How the loyalty page looks. Colours that are not given go with those that are; a contrast below WCAG 2.2 AA is refused.':
    'Wie die Treueseite aussieht. Farben, die fehlen, passen sich den anderen an; ein Kontrast unter WCAG 2.2 AA wird abgelehnt.',
  "The store's colour, for light and dark; in the dark a shade of it that can be seen is taken where it cannot.":
    'Die Farbe des Shops, für Hell und Dunkel; bei Dunkel wird ein sichtbarer Ton davon genommen, wo sie nicht zu sehen wäre.',
  'Colours for light surroundings.': 'Farben für den hellen Modus.',
  'The ground of the page.': 'Der Hintergrund der Seite.',
  'The ground of cards on it.': 'Der Hintergrund der Karten darauf.',
  'Text on both.': 'Text auf beiden.',
  'Text of less weight on both.': 'Gedämpfter Text auf beiden.',
  'Grounds of what matters most, buttons, focus; it must stand out from both grounds.':
    'Die Farbe des Wichtigsten, der Schaltflächen und des Fokus; sie muss sich von beiden Hintergründen abheben.',
  'Text on the accent.': 'Text auf der Akzentfarbe.',
  'Colours for visitors who prefer dark ones.': 'Farben für Besucher, die den dunklen Modus bevorzugen.',
  'A CSS list of fonts that visitors have; none is loaded.':
    'Eine CSS-Liste von Schriften, die Besucher haben; keine wird geladen.',
  'Of cards and buttons, in CSS pixels; 14 unless said otherwise.':
    'Von Karten und Schaltflächen, in CSS-Pixeln; 14, wenn nichts anderes steht.',
  'Shown in place of the name: a PNG, JPEG or WebP image of at most 12 KiB, as a path from this file or as a data: URI.':
    'Steht anstelle des Namens: ein Bild in PNG, JPEG oder WebP mit höchstens 12 KiB, als Pfad von dieser Datei aus oder als data:-URI.',
  'The logo for visitors who prefer dark, or the same one again; without it the logo stands on the light ground for them. Both together have at most 12 KiB.':
    'Das Logo für Besucher, die den dunklen Modus bevorzugen, oder noch einmal dasselbe; ohne Angabe steht das andere für sie auf hellem Grund. Beide zusammen haben höchstens 12 KiB.',
  'A picture across the head of the page: a PNG, JPEG or WebP image of at most 96 KiB, as a path from this file or as a data: URI. Its middle is shown, where the window is narrow.':
    'Ein Bild über den ganzen Kopf der Seite: PNG, JPEG oder WebP mit höchstens 96 KiB, als Pfad von dieser Datei aus oder als data:-URI. In schmalen Fenstern erscheint seine Mitte.',
  "A style sheet after the page's own, of at most 8 KiB: a path from this file, or the style sheet itself. It loads nothing: no @import, and no url() but of a data: image.":
    'Ein Stylesheet nach dem der Seite, mit höchstens 8 KiB: ein Pfad von dieser Datei aus oder das Stylesheet selbst. Es lädt nichts: kein @import und kein url() außer einem data:-Bild.',
  'Questions that customers have, for the end of the loyalty page, in the order shown.':
    'Fragen von Kunden für das Ende der Treueseite, in der gezeigten Reihenfolge.',
  'A question and its answer.': 'Eine Frage und ihre Antwort.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'Die Frage, wie Kunden sie stellen. Ein Text oder einer je Sprachkürzel.',
  'The answer. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'Die Antwort. Leere Zeilen trennen Absätze. Ein Text oder einer je Sprachkürzel.',
  'The terms of the program, for the end of the loyalty page. Blank lines part paragraphs. One text, or a map of language tag to text.':
    'Die Bedingungen des Programms für das Ende der Treueseite. Leere Zeilen trennen Absätze. Ein Text oder einer je Sprachkürzel.',
};
