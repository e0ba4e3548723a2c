import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds in imported files, in German, by the English words. */
export const importWords = {
  '{field} is longer than {number} characters': '{field} ist länger als {number} Zeichen',
  '{field} holds characters that are no text': '{field} enthält Zeichen, die kein Text sind',
  'email is not an email address': 'email ist keine E-Mail-Adresse',
  '{field} may hold letters without accents, digits, _ and - only':
    '{field} darf nur Buchstaben ohne Akzente, Ziffern, _ und - enthalten',
  '{field} is no date as {order} says': '{field} ist kein Datum der Form {order}',
  '{field} is no day as {order} says': '{field} ist kein Tag der Form {order}',
  '{field} must be subscribed, not_subscribed or unknown, or yes or no':
    '{field} muss subscribed, not_subscribed oder unknown sein, oder yes oder no',
  '{field} must be yes or no': '{field} muss yes oder no sein',
  'metadata must be a JSON object': 'metadata muss ein JSON-Objekt sein',
  'metadata names a member twice': 'metadata nennt ein Feld zweimal',
  'metadata holds a number that cannot be held exactly; write it as text':
    'metadata enthält eine Zahl, die sich nicht genau speichern lässt: als Text schreiben',
  "tier is none of the program's: it has {list}": 'tier ist keine Stufe des Programms; es hat {list}',
  'lots hold {number} points, and points says {amount}':
    'lots ergibt zusammen {number} Punkte, in points steht {amount}',
  'pending holds {number} points, and points_pending says {amount}':
    'pending ergibt zusammen {number} Punkte, in points_pending steht {amount}',
  '{field} must be a whole number from {number} to {most}, without separators':
    '{field} muss eine ganze Zahl von {number} bis {most} sein, ohne Trennzeichen',
  'names the same customer as line {number}': 'nennt denselben Kunden wie Zeile {number}',
  'has the same email as line {number}': 'hat dieselbe E-Mail-Adresse wie Zeile {number}',
  'has the same referral_id as line {number}': 'hat dieselbe referral_id wie Zeile {number}',
  'has a merchant_id, an email or a referral_id that somebody else has':
    'hat eine merchant_id, eine E-Mail-Adresse oder eine referral_id, die jemand anderes hat',
  'birthday is not possible: There is no such day.': 'birthday ist nicht möglich: diesen Tag gibt es nicht',
  'birthday is not possible: The birthday lies before {number}.':
    'birthday ist nicht möglich: der Geburtstag liegt vor {number}',
  'birthday is not possible: The birthday lies in the future.':
    'birthday ist nicht möglich: der Geburtstag liegt in der Zukunft',
  'names nobody: no customer of the program has this email':
    'nennt niemanden: kein Kunde des Programms hat diese E-Mail-Adresse',
  'names a customer that was merged into another':
    'nennt einen Kunden, der mit einem anderen zusammengeführt wurde',
  'has another email than the customer; change that first, or leave the column out (--column email=)':
    'hat eine andere E-Mail-Adresse als der Kunde: erst diese ändern, oder die Spalte weglassen (--column email=)',
  'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)':
    'hat andere ausstehende Punkte als der Kunde: erst über diese entscheiden oder die Spalte weglassen (--column pending=)',
  'has a points_spent below the {number} points that the customer has spent':
    'hat ein points_spent unter den {number} Punkten, die schon ausgegeben sind',
  'would change the points or the tier of a blocked customer':
    'würde Punkte oder Stufe eines gesperrten Kunden ändern',
  'has points or a tier for a guest, who is to be enrolled first':
    'hat Punkte oder eine Stufe für einen Gast, der erst beitreten muss',
  'has points or a tier, and no enrolled_at': 'hat Punkte oder eine Stufe, aber kein enrolled_at',
  'has an enrolled_at that is still to come': 'hat ein enrolled_at in der Zukunft',
  'has a referral_id that another customer has': 'hat eine referral_id, die ein anderer Kunde hat',
  'has an email that another customer has': 'hat eine E-Mail-Adresse, die ein anderer Kunde hat',
  'has points that have expired': 'hat Punkte, die verfallen sind',
  'has pending points whose date is past, and no points that they could be added to':
    'hat ausstehende Punkte mit vergangenem Datum und keine Punkte, zu denen sie kommen könnten',
  'has a tier_expires_at for a tier that is given by hand, which has no end':
    'hat ein tier_expires_at für eine von Hand gegebene Stufe, die kein Ende hat',
  'has a tier_expires_at that is past': 'hat ein vergangenes tier_expires_at',
  'tier_expires_at has no tier': 'tier_expires_at ohne tier',
  'has no {field}': 'hat kein {field}',
  'has {number} cells, and the header has {amount}': 'hat {number} Zellen, die Kopfzeile hat {amount}',
  'has metadata that is too long': 'hat zu lange metadata',
  'gives or takes more than {number} points, which is more than this import may; try the file again to see who may import it':
    'gibt oder nimmt mehr als {number} Punkte und damit mehr, als dieser Import darf: die Datei erneut testen, um zu sehen, wer sie importieren darf',
  'This line begins with a quotation mark that does not end.':
    'Diese Zeile beginnt mit einem Anführungszeichen, das nicht endet.',
  'This line is longer than {number} characters.': 'Diese Zeile ist länger als {number} Zeichen.',
  'This line is not UTF-8.': 'Diese Zeile ist kein UTF-8.',
  'This line holds control characters.': 'Diese Zeile enthält Steuerzeichen.',
  'This line has nothing but dashes.': 'Diese Zeile besteht nur aus Strichen.',
  'This line is a code of {key} already.': 'Dieser Code gehört schon zu {key}.',
  'This line was given to a customer already, by a reward that generates its codes.':
    'Dieser Code wurde schon vergeben, von einer Prämie, die ihre Codes selbst erzeugt.',
  'This line stands in the file twice, or another import brought it meanwhile.':
    'Dieser Code steht zweimal in der Datei, oder ein anderer Import hat ihn inzwischen gebracht.',
  'The server failed at it. Its log says more.':
    'Der Server ist daran gescheitert. Näheres steht in seinem Log.',
  'Nobody decided within a day. Nothing was imported.':
    'Niemand hat innerhalb eines Tages entschieden. Es wurde nichts importiert.',
  'The import takes two people, and was declined or taken back. Nothing was imported.':
    'Der Import braucht zwei Personen und wurde abgelehnt oder zurückgenommen. Es wurde nichts importiert.',
  'The file is no longer there: files are kept for a day.':
    'Die Datei ist nicht mehr da: Dateien werden einen Tag lang aufbewahrt.',
  '{name} cannot be read as csv: it is a workbook or an archive: save it as csv.':
    '{name} lässt sich nicht als csv lesen: Das ist eine Arbeitsmappe oder ein Archiv. Speichern Sie es als csv.',
  '{name} cannot be read as csv: it is no text.': '{name} lässt sich nicht als csv lesen: Das ist kein Text.',
  '{name} cannot be read as csv: it is empty.': '{name} lässt sich nicht als csv lesen: Die Datei ist leer.',
  'The file is not imported: {sentence}.': 'Die Datei wird nicht importiert: {sentence}.',
  'import {number} of it is being reverted; wait for that, or revert it again to go on':
    'Import {number} dieser Datei wird gerade zurückgenommen; warten Sie das ab oder nehmen Sie ihn noch einmal zurück, damit es weitergeht',
  'import {number} of it was begun with other options; go on with those, or revert it':
    'Import {number} dieser Datei wurde mit anderen Angaben begonnen; setzen Sie ihn mit jenen fort oder nehmen Sie ihn zurück',
  'import {number} of it is reverted': 'Import {number} dieser Datei ist zurückgenommen',
  'another process has just begun to import it': 'ein anderer Prozess importiert sie gerade',
  'Another process goes on with import {number}, or reverts it.':
    'Ein anderer Prozess setzt Import {number} fort oder nimmt ihn zurück.',
  'There is no site {key}.': 'Es gibt keine Website {key}.',
  'There is no preset {key}.': 'Es gibt keine Vorlage {key}.',
  'The file cannot be read: {sentences}.': 'Die Datei lässt sich nicht lesen: {sentences}.',
  "no column holds the customers' merchant_id or email; the file has {names} and {number} more":
    'keine Spalte enthält merchant_id oder email der Kunden; die Datei hat {names} und {number} weitere',
  "no column holds the customers' merchant_id or email; the file has {names}":
    'keine Spalte enthält merchant_id oder email der Kunden; die Datei hat {names}',
  'the column {name} stands in it twice': 'die Spalte {name} kommt zweimal vor',
  'the column {name} stands in the file twice': 'die Spalte {name} kommt zweimal vor',
  'the column {name} is not in the file': 'die Spalte {name} steht nicht in der Datei',
  'it was erased since': 'wurde seitdem gelöscht',
  'it was merged into another since': 'wurde seitdem mit einem anderen zusammengeführt',
  'points spent or expired: {number}': 'Punkte ausgegeben oder verfallen: {number}',
  'the customer stays, since it was used meanwhile': 'der Kunde bleibt, weil er inzwischen aktiv war',
  'the customer stays, since it was changed meanwhile': 'der Kunde bleibt, weil er inzwischen geändert wurde',
  '{field} was changed since': '{field} wurde seitdem geändert',
} satisfies Partial<ServerWords>;
