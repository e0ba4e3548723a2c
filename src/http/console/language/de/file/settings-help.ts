/** The explanations of settings in the program file in German, by the English ones. */
export const settingsHelp = {
  'When points expire. The first points expire one full period after this was turned on. Default: points never expire.':
    'Wann Punkte verfallen; es wirkt eine volle Frist nach dem Einschalten. Ohne Angabe verfallen sie nie.',
  'The whole balance of an inactive customer expires at once.':
    'Der ganze Punktestand eines Kunden, der fernbleibt, verfällt auf einmal.',
  'What ends inactivity: an order, or a change of the balance.':
    'Seit wann der Kunde inaktiv ist: seit der letzten Bestellung oder der letzten Änderung des Punktestands.',
  'After how many inactive months the balance expires.':
    'Nach wie vielen Monaten ohne beides der Punktestand verfällt.',
  'Each point expires some months after it was earned.': 'Punkte verfallen an eigenen Tagen.',
  'Each point has its own expiry date.': 'So lange, nachdem jeder Punkt gesammelt wurde.',
  'How many months points last. Points that expire first are spent first.':
    'Wie viele Monate Punkte halten; die am ehesten verfallen, werden zuerst ausgegeben.',
  'Points expire at the end of a certain day of the year.':
    'Gesammeltes verfällt am Ende eines Tages, der einmal im Jahr kommt.',
  'On one day of the year.': 'An einem Tag des Jahres.',
  'How orders earn points.': 'Wonach Bestellungen Punkte bringen.',
  'The parts of an order that rules of the kinds purchase and retail_purchase count. Rules for products and collections count the prices of their order lines.':
    'Was an einer Bestellung die Regeln purchase und retail_purchase zählen. Die Regeln für Produkte und Kollektionen zählen die Preise ihrer Zeilen.',
  'Whether shipping earns points. Default: false.': 'Ob Versand zählt. Nein, wenn nichts anderes steht.',
  'Whether tax earns points. Default: true.': 'Ob Steuer zählt. Ja, wenn nichts anderes steht.',
  'Whether the amount of discounts earns points, as if it had been paid. Default: false.':
    'Ob zählt, was Rabatte abzogen, als wäre es bezahlt worden. Nein, wenn nichts anderes steht.',
  'Customers refer friends by personal links. Rules of the kind referral say what a referral earns. Default: no referrals.':
    'Kunden werben Freunde über eigene Links; was das bringt, sagen die Regeln der Art referral. Ohne Angabe gibt es keine Empfehlungen.',
  'The key of the reward whose code a referred friend gets: a cart_discount_voucher or a free_shipping_voucher. The reward may be disabled for claims. Default: friends get no code.':
    'Schlüssel der Prämie, deren Code ein geworbener Freund bekommt: ein cart_discount_voucher oder ein free_shipping_voucher, der zum Einlösen ausgeschaltet sein darf. Ohne Angabe bekommen Freunde keinen Code.',
  'Whether a friend must give an email. By the email the server recognises customers and friends who have a code already. Default: true.':
    'Ob ein Freund eine E-Mail angeben muss, an der bekannte Kunden und zweite Codes erkannt werden; ja, wenn nichts anderes steht.',
  'How many friends one customer may bring. Only friends who buy count. Default: no limit.':
    'Wie viele Freunde, die kaufen, ein Kunde werben darf. Ohne Angabe: beliebig viele.',
  'The number of times within the interval.': 'Wie oft innerhalb der Zeitspanne.',
  "The calendar interval, in the time zone of the customer's home site. Weeks begin on Monday. Default: the count is for ever.":
    'Zeitspanne des Kalenders in der Zeitzone der Website des Kunden; Wochen beginnen am Montag. Ohne Angabe gilt die Zahl für immer.',
  'How many friends may come from one internet address in a day. Default: 5.':
    'Wie viele Freunde an einem Tag von einer Internetadresse kommen dürfen; 5, wenn nichts anderes steht.',
  "How many codes the server gives through one customer's link in a day. Default: 50.":
    'Wie viele Codes an einem Tag über den Link eines Kunden ausgegeben werden dürfen; 50, wenn nichts anderes steht.',
  'When webhooks remind of a near tier, of points that expire, and of rewards that expire.':
    'Wann Webhooks melden, dass einem Kunden etwas bevorsteht.',
  'The percentage of the way to the next tier at which the reminder is sent. Default: 80.':
    'Welchen Anteil des Wegs von seiner Stufe zur nächsten ein Kunde zurückgelegt hat; 80, wenn nichts anderes steht.',
  "How many days before a customer's points expire the reminder is sent. Default: 30.":
    'Wie viele Tage, bevor seine nächsten Punkte verfallen; 30, wenn nichts anderes steht.',
  'How many days before an unused reward expires or lapses the reminder is sent. A reward with a shorter life gets no reminder. Default: 7.':
    'Wie viele Tage, bevor eine unverwendete Prämie abläuft oder verfällt, wenn sie länger als das gilt; 7, wenn nichts anderes steht.',
  'The address at which customers hand in receipts of purchases in shops. Default: the program accepts no receipts.':
    'Wo Kunden Belege von Einkäufen im Laden einreichen. Ohne Angabe nimmt das Programm keine.',
  'Actions that need a second person. If publishing needs two people, the program can be changed only by drafts, and so can this setting.':
    'Was eine zweite Person braucht. Mit zwei Personen fürs Veröffentlichen ändert sich das Programm nur durch Entwürfe, auch diese Einstellung.',
  'How many people a change of the program needs. 2: a person who saved the draft cannot publish it. Default: 1.':
    'Wie viele Personen eine Änderung des Programms braucht: 2, wenn niemand seinen eigenen Entwurf veröffentlichen darf; 1, wenn nichts anderes steht.',
  'How many people the erasure of a customer in the console needs. 2: one person requests it and another decides. Default: 1.':
    'Wie viele Personen es braucht, um einen Kunden in der Konsole zu löschen: 2, wenn eine es beantragt und eine andere entscheidet; 1, wenn nichts anderes steht.',
  'If more points than this are added or removed by hand in the console, one person requests it and another decides. Default: one person is enough.':
    'Mehr Punkte als diese, in der Konsole von Hand hinzugefügt oder abgezogen, brauchen zwei Personen: Eine beantragt es, eine andere entscheidet. Ohne Angabe darf es eine allein.',
  'Limits for people who use the console, by their role.':
    'Grenzen für die Personen, die sich in der Konsole anmelden, nach ihrer Rolle.',
  'Limits for the role support.': 'Grenzen der Rolle Support.',
  "How many points each operator of this role may add and remove by hand in a day, for all customers together. The day is that of the first site's time zone. Default: no limit.":
    'Die Punkte, die jede Person dieser Rolle an einem Tag in der Zone der ersten Website von Hand hinzufügen oder entfernen darf, über alle Kunden. Ohne Angabe gibt es keine Grenze.',
  "Your own wording of messages, by language tag and by the message's name: texts of the loyalty page, of the history, of points and of costs.":
    'Texte dieses Servers in anderen Worten, nach Sprachkürzel und Namen des Textes: die der Treueseite, der Verläufe, von Punkten und Kosten.',
  'Your wording in this language, by the name of the message.': 'Je Text: sein Wortlaut in dieser Sprache.',
  'The message, in ICU MessageFormat.': 'Der Text, im ICU MessageFormat.',
  'The look of the loyalty page. The server derives colours that are not given. It refuses a contrast below WCAG 2.2 AA.':
    'Wie die Treueseite aussieht. Farben, die fehlen, passen sich den anderen an; ein Kontrast unter WCAG 2.2 AA wird abgelehnt.',
  "The store's colour, in the light and the dark theme. If it has too little contrast in the dark theme, another shade is used there.":
    'Die Farbe des Shops, für Hell und Dunkel; bei Dunkel wird ein sichtbarer Ton davon genommen, wo sie nicht zu sehen wäre.',
  'The colours of the light theme.': 'Farben für den hellen Modus.',
  'The background of the page.': 'Der Hintergrund der Seite.',
  'The background of cards on the page.': 'Der Hintergrund der Karten darauf.',
  'Text on the page and on cards.': 'Text auf beiden.',
  'Less important text on the page and on cards.': 'Gedämpfter Text auf beiden.',
  'The colour of buttons, of the focus and of the most important areas. It needs contrast to the page and to cards.':
    'Die Farbe des Wichtigsten, der Schaltflächen und des Fokus; sie muss sich von beiden Hintergründen abheben.',
  'Text on the accent.': 'Text auf der Akzentfarbe.',
  'The colours of the dark theme.': 'Farben für Besucher, die den dunklen Modus bevorzugen.',
  "A CSS list of fonts on the visitors' devices. The page loads no font.":
    'Eine CSS-Liste von Schriften, die Besucher haben; keine wird geladen.',
  'The radius of the corners of cards and buttons, in CSS pixels. Default: 14.':
    'Von Karten und Schaltflächen, in CSS-Pixeln; 14, wenn nichts anderes steht.',
  'An image in place of the name: PNG, JPEG or WebP, at most 12 KiB, as a path from this file or as a data: URI.':
    'Steht anstelle des Namens: ein Bild in PNG, JPEG oder WebP mit höchstens 12 KiB, als Pfad von dieser Datei aus oder als data:-URI.',
  'The logo of the dark theme. It may be the same image. Default: the logo on a light background. Both together have at most 12 KiB.':
    'Das Logo für Besucher, die den dunklen Modus bevorzugen, oder noch einmal dasselbe; ohne Angabe steht das andere für sie auf hellem Grund. Beide zusammen haben höchstens 12 KiB.',
  'A picture across the top of the page: PNG, JPEG or WebP, at most 96 KiB, as a path from this file or as a data: URI. A narrow window shows its middle.':
    'Ein Bild über den ganzen Kopf der Seite: PNG, JPEG oder WebP mit höchstens 96 KiB, als Pfad von dieser Datei aus oder als data:-URI. In schmalen Fenstern erscheint seine Mitte.',
  "A style sheet that applies after the page's own: a path from this file, or the style sheet itself, at most 8 KiB. It must load nothing: no @import, and url() only for data: images.":
    'Ein Stylesheet nach dem der Seite, mit höchstens 8 KiB: ein Pfad von dieser Datei aus oder das Stylesheet selbst. Es lädt nichts: kein @import und kein url() außer einem data:-Bild.',
  'Questions and answers at the end of the loyalty page, in this order.':
    'Fragen von Kunden für das Ende der Treueseite, in der gezeigten Reihenfolge.',
  'A question and its answer.': 'Eine Frage und ihre Antwort.',
  'The question, as customers ask it. One text, or a map of language tag to text.':
    'Die Frage, wie Kunden sie stellen. Ein Text oder einer je Sprachkürzel.',
  'The answer. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'Die Antwort. Leere Zeilen trennen Absätze. Ein Text oder einer je Sprachkürzel.',
  'The terms of the program, at the end of the loyalty page. A blank line begins a new paragraph. One text, or a map of language tag to text.':
    'Die Bedingungen des Programms für das Ende der Treueseite. Leere Zeilen trennen Absätze. Ein Text oder einer je Sprachkürzel.',
};
