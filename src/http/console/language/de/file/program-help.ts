/** The explanations of the program and its sites in the program file in German, by the English ones. */
export const programHelp = {
  'A loyalty program: its sites, tiers, rules and rewards.':
    'Was ein Treueprogramm ist: Websites, Stufen, Wege zu Punkten und Prämien.',
  'The permanent name of the program. A file with this key changes that program when it is applied.':
    'Benennt das Programm für immer; eine Datei mit diesem Schlüssel ändert dieses Programm.',
  'The name of the program, for customers.': 'Der Name des Programms, für Kunden.',
  'The currency of tiers and of every amount in this file. It cannot be changed once the program has customers. ISO 4217.':
    'Währung der Stufen und jedes Betrags in dieser Datei. Sie steht fest, sobald das Programm Kunden hat. ISO 4217.',
  'Whether it is a test program, whose clock can be advanced. It cannot be changed once the program has customers. Default: false.':
    'Ein Testprogramm, dessen Uhr man vorstellen kann. Steht fest, sobald das Programm Kunden hat.',
  'Whether the server enrols customers whom a session, an order or an activity names for the first time. Otherwise they stay guests. Default: true.':
    'Ob Kunden aufgenommen werden, wenn eine Sitzung, eine Bestellung oder eine Aktivität sie zum ersten Mal nennt; sonst bleiben sie Gäste. Ja, wenn nichts anderes steht.',
  'What happens if points are taken back that the customer has spent. allow: the balance goes below zero. within_balance: the balance goes down to zero, and the rest is taken if a returned claim brings points back. Default: allow.':
    'Rücknahme von Punkten, die schon ausgegeben sind: allow führt den Punktestand unter null, within_balance nimmt, was da ist, und den Rest, wenn eine Einlösung ihn zurückbringt. Allow, wenn nichts anderes steht.',
  'How long the address of an embedded loyalty page works. Default: 15m. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Wie lange die Adresse einer eingebetteten Treueseite gilt; 15m, wenn nichts anderes steht. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  "For each other currency: how many units of it are one unit of the program's currency. A currency without a rate is not supported.":
    'Je Währung: Einheiten davon für eine Einheit der Währung des Programms. Eine Währung ohne Kurs wird nicht unterstützt.',
  'The value of a point in reports and closed months, in units of the currency, such as 0.01. Default: what rewards gave for points in the last twelve months.':
    'Der Wert eines Punkts für Bücher und Berichte, in Einheiten der Währung: 0.01. Ohne ihn gilt, was Prämien in den letzten zwölf Monaten für Punkte gaben.',
  'The sites by their permanent keys. The first is the home site of customers whom a back end creates.':
    'Websites nach ihren festen Schlüsseln. Zur ersten gehören Kunden, die das Backend anlegt.',
  'A store that the program serves.': 'Ein Shop, für den das Programm da ist.',
  'The name of the store.': 'Der Name des Shops.',
  'The address of the store.': 'Wo der Shop ist.',
  'The address at which visitors of the loyalty page become members. Default: the address of the store.':
    'Wo Besucher der Treueseite beitreten. Ohne Angabe: wo der Shop ist.',
  'The address at which visitors of the loyalty page sign in. Default: the address of the store.':
    'Wo Besucher der Treueseite sich anmelden. Ohne Angabe: wo der Shop ist.',
  'The currency of this site. Default: the currency of the program. ISO 4217.':
    'Währung dieser Website; die des Programms, wenn nichts anderes steht. ISO 4217.',
  'The languages of the site. The first is its default.':
    'Sprachen der Website; die erste ist die Standardsprache.',
  'A language tag: en, fr, pt-BR.': 'Ein Sprachkürzel: en, fr, pt-BR.',
  'The IANA time zone for the limits, birthdays and tier dates of its customers.':
    'IANA-Zeitzone, in der Grenzen, Geburtstage und Stufendaten ihrer Kunden gezählt werden.',
  'The country of requests that name none. ISO 3166-1 alpha-2.':
    'Land von Anfragen, die keines nennen. ISO 3166-1 alpha-2.',
  "Further origins that may show the loyalty page in a frame. The site's own origin always may.":
    'Weitere Ursprünge, die die Treueseite einbetten dürfen; der der Website selbst darf es immer.',
  'An origin: https://shop.example': 'Ein Ursprung: https://shop.example',
};
