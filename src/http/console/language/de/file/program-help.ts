/** The explanations of the program and its sites in the program file in German, by the English ones. */
export const programHelp = {
  'What a loyalty program is: sites, tiers, ways to earn and rewards.':
    'Was ein Treueprogramm ist: Websites, Stufen, Wege zu Punkten und Prämien.',
  'Names the program for ever; applying a file with this key changes that program.':
    'Benennt das Programm für immer; eine Datei mit diesem Schlüssel ändert dieses Programm.',
  'The name of the program, for customers.': 'Der Name des Programms, für Kunden.',
  'Currency of tiers and of every amount in this file. Fixed once the program has customers. ISO 4217.':
    'Währung der Stufen und jedes Betrags in dieser Datei. Sie steht fest, sobald das Programm Kunden hat. ISO 4217.',
  'A test program, whose clock can be turned ahead. Fixed once the program has customers.':
    'Ein Testprogramm, dessen Uhr man vorstellen kann. Steht fest, sobald das Programm Kunden hat.',
  'Whether customers that a session, an order or an activity names for the first time are enrolled; else they stay guests. True unless said otherwise.':
    'Ob Kunden aufgenommen werden, wenn eine Sitzung, eine Bestellung oder eine Aktivität sie zum ersten Mal nennt; sonst bleiben sie Gäste. Ja, wenn nichts anderes steht.',
  'Voiding points that were already spent: allow takes the balance below zero, within_balance takes what is there, and the rest when a claim brings it back. Allow unless said otherwise.':
    'Rücknahme von Punkten, die schon ausgegeben sind: allow führt den Punktestand unter null, within_balance nimmt, was da ist, und den Rest, wenn eine Einlösung ihn zurückbringt. Allow, wenn nichts anderes steht.',
  'How long the address of an embedded loyalty page is good for; 15m unless said otherwise. A whole number of seconds, minutes, hours or days: 30s, 15m, 24h, 14d.':
    'Wie lange die Adresse einer eingebetteten Treueseite gilt; 15m, wenn nichts anderes steht. Eine ganze Zahl von Sekunden, Minuten, Stunden oder Tagen: 30s, 15m, 24h, 14d.',
  "By currency: units of it for one unit of the program's. A currency without a rate is not supported.":
    'Je Währung: Einheiten davon für eine Einheit der Währung des Programms. Eine Währung ohne Kurs wird nicht unterstützt.',
  'The value of a point for books and reports, in units of the currency: 0.01. Without it, it is what rewards gave for points in the last twelve months.':
    'Der Wert eines Punkts für Bücher und Berichte, in Einheiten der Währung: 0.01. Ohne ihn gilt, was Prämien in den letzten zwölf Monaten für Punkte gaben.',
  'Sites by their stable keys. The first is home of customers that the back end creates.':
    'Websites nach ihren festen Schlüsseln. Zur ersten gehören Kunden, die das Backend anlegt.',
  'A store that the program serves.': 'Ein Shop, für den das Programm da ist.',
  'The name of the store.': 'Der Name des Shops.',
  'Where the store is.': 'Wo der Shop ist.',
  'Where visitors of the loyalty page join. Without it: where the store is.':
    'Wo Besucher der Treueseite beitreten. Ohne Angabe: wo der Shop ist.',
  'Where visitors of the loyalty page sign in. Without it: where the store is.':
    'Wo Besucher der Treueseite sich anmelden. Ohne Angabe: wo der Shop ist.',
  "Currency of this site; the program's unless said otherwise. ISO 4217.":
    'Währung dieser Website; die des Programms, wenn nichts anderes steht. ISO 4217.',
  'Languages of the site; the first is the default.':
    'Sprachen der Website; die erste ist die Standardsprache.',
  'A language tag: en, fr, pt-BR.': 'Ein Sprachkürzel: en, fr, pt-BR.',
  'IANA time zone in which limits, birthdays and tier dates of its customers are counted.':
    'IANA-Zeitzone, in der Grenzen, Geburtstage und Stufendaten ihrer Kunden gezählt werden.',
  'Country of requests that name none. ISO 3166-1 alpha-2.':
    'Land von Anfragen, die keines nennen. ISO 3166-1 alpha-2.',
  "Further origins that may frame the loyalty page; the site's own always may.":
    'Weitere Ursprünge, die die Treueseite einbetten dürfen; der der Website selbst darf es immer.',
  'An origin: https://shop.example': 'Ein Ursprung: https://shop.example',
};
