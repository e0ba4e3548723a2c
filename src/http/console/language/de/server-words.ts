import type { ServerWords } from '../server-sentences.ts';
import { importWords } from './import-words.ts';

/** The mistakes that the server finds, in German, by the English words. */
export const serverWords: ServerWords = {
  ...importWords,
  '{sentence}; did you mean "{word}"?': '{sentence}; ist „{word}“ gemeint?',
  '"{name}" is missing': '„{name}“ fehlt',
  'must be one of {list}, not {value}': 'erwartet wird eines von {list}; hier steht {value}',
  'must be {type}, not {value}': 'erwartet wird {type}; hier steht {value}',
  'must be {type}; this is {value}': 'erwartet wird {type}; hier steht {value}',
  'must be at least {number}': 'muss mindestens {number} sein',
  'must be more than {number}': 'muss größer als {number} sein',
  'must be at most {number}': 'darf höchstens {number} sein',
  'must not be empty': 'darf nicht leer sein',
  'must be at most {number} characters long': 'darf höchstens {number} Zeichen lang sein',
  'must hold at least one entry': 'braucht mindestens einen Eintrag',
  'must hold at least {number} entries': 'braucht mindestens {number} Einträge',
  'must hold at most {number} entries': 'darf höchstens {number} Einträge haben',
  'this is given twice': 'kommt zweimal vor',
  'this name is given twice': 'dieser Name kommt zweimal vor',
  'is not valid': 'ist nicht gültig',
  'unknown property; known here: {list}': 'hier unbekannt; bekannt sind: {list}',
  'unknown property': 'hier unbekannt',
  'is a file of {number} KiB, which is too large': 'ist eine Datei von {number} KiB und damit zu groß',
  'there is no currency {code}': 'es gibt keine Währung {code}',
  "is the program's own currency, whose rate is 1": 'ist die Währung des Programms selbst; ihr Kurs ist 1',
  'there is no country {code}': 'es gibt kein Land {code}',
  'there is no language "{code}"': 'es gibt keine Sprache „{code}“',
  'there is no such language': 'diese Sprache gibt es nicht',
  'is no language of any site': 'ist keine Sprache einer Website',
  'lacks {code}, the first language of site "{key}"': '{code} fehlt, die erste Sprache der Website „{key}“',
  'has no rate in currency_rates': 'hat keinen Kurs in currency_rates',
  'there is no tier "{key}"': 'es gibt keine Stufe „{key}“',
  'there is no reward "{key}"': 'es gibt keine Prämie „{key}“',
  'there is no benefit "{key}"': 'es gibt keinen Vorteil „{key}“',
  '"{key}" needs a running subscription, and so cannot be given unasked':
    '„{key}“ braucht ein laufendes Abonnement und kann daher nicht von selbst vergeben werden',
  '"{key}" is a product, which needs a cart, and so cannot be given unasked':
    '„{key}“ ist ein Produkt, das einen Warenkorb braucht, und kann daher nicht von selbst vergeben werden',
  '"{key}" is a voucher whose amount the customer chooses, and so cannot be given unasked':
    '„{key}“ ist ein Gutschein, dessen Betrag der Kunde wählt, und kann daher nicht von selbst vergeben werden',
  'stands beside image: a reward has one picture': 'steht neben image: eine Prämie hat ein Bild',
  'there is no {name} of such a reward': '{name} gibt es bei einer solchen Prämie nicht',
  'gives either points or a reward': 'gibt entweder Punkte oder eine Prämie',
  'needs points beside it': 'braucht zusätzlich points',
  'holds back points alone: a rule that gives a reward gives it at once':
    'hält nur Punkte zurück: eine Regel, die eine Prämie gibt, gibt sie sofort',
  'must not begin with a $, as the names of other kinds do':
    'darf nicht mit $ beginnen, wie es die Namen anderer Arten tun',
  'is also the name of "{key}"': 'ist auch der Name von „{key}“',
  'a conditional tier has none: it is given by hand':
    'eine bedingte Stufe hat keine Grenze: sie wird von Hand gegeben',
  'is conditional: the first tier is the one everybody begins in':
    'ist bedingt: in der ersten Stufe beginnen alle',
  'must be 0: everybody begins in the first tier': 'muss 0 sein: in der ersten Stufe beginnen alle',
  'is also the bound of "{key}"': 'ist auch die Grenze von „{key}“',
  'must be above that of "{key}": tiers stand lowest first':
    'muss über der von „{key}“ liegen: die niedrigste Stufe steht zuerst',
  'must be a whole number of points': 'muss eine ganze Zahl von Punkten sein',
  'must be a whole number of orders': 'muss eine ganze Zahl von Bestellungen sein',
  '{code} has no decimals; this is {amount}': '{code} hat keine Nachkommastellen; hier steht {amount}',
  '{code} has {number} decimals; this is {amount}':
    '{code} hat {number} Nachkommastellen; hier steht {amount}',
  'the month has {number} days': 'der Monat hat {number} Tage',
  'needs a {name} beside it': 'braucht zusätzlich {name}',
  'needs "{name}" beside it': 'braucht zusätzlich „{name}“',
  'is either an amount or a percentage': 'ist entweder ein Betrag oder ein Prozentsatz',
  'must have at most two decimals': 'darf höchstens zwei Nachkommastellen haben',
  'must not be below the minimum_discount': 'darf nicht unter minimum_discount liegen',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}, as {better} has':
    '{name} {colour} auf {ground} {other} hat einen Kontrast von {number} zu 1; WCAG 2.2 AA verlangt mindestens {least}, wie {better} ihn hat',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}':
    '{name} {colour} auf {ground} {other} hat einen Kontrast von {number} zu 1; WCAG 2.2 AA verlangt mindestens {least}',
  'is {number} bytes large; at most {most} stand in every page':
    'ist {number} Bytes groß; in jeder Seite stehen höchstens {most}',
  'is {number} bytes large; at most {most} are kept of a banner':
    'ist {number} Bytes groß; ein Banner hat höchstens {most}',
  'is {number} bytes large; at most {most} are kept of a picture of a reward':
    'ist {number} Bytes groß; das Bild einer Prämie hat höchstens {most}',
  'is {number} bytes large; at most {most} are left of the {all} for the pictures of all rewards':
    'ist {number} Bytes groß; von den {all} für die Bilder aller Prämien sind höchstens {most} übrig',
  'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG':
    'ist kein PNG-, JPEG- oder WebP-Bild; ein SVG kann Skripte enthalten: als PNG exportieren',
  'is {width} × {height} pixels large; at most {most} either way':
    'ist {width} × {height} Pixel groß; höchstens {most} in jeder Richtung',
  'must be a data: URI: no other file comes with this one':
    'muss eine data:-URI sein: mit dieser Datei kommt keine andere',
  'must be a data: URI in base64, as in data:image/png;base64,…':
    'muss eine data:-URI in Base64 sein, wie data:image/png;base64,…',
  'must be the style sheet itself: no other file comes with this one':
    'muss das Stylesheet selbst sein: mit dieser Datei kommt keine andere',
  'the file is nested too deeply': 'die Datei ist zu tief verschachtelt',
  'a second YAML document begins here; a program file holds one':
    'hier beginnt ein zweites YAML-Dokument; eine Programmdatei hat eines',
  'must be {key}: the draft is of that program': 'muss {key} sein: der Entwurf gehört zu diesem Programm',
  'must be {form}': 'erwartet wird {form}',
  'A password has at least {number} characters.': 'Ein Passwort hat mindestens {number} Zeichen.',
  'A password has at most {number} characters.': 'Ein Passwort hat höchstens {number} Zeichen.',
  'This password repeats too few characters.': 'Das Passwort besteht aus zu wenigen verschiedenen Zeichen.',
  'This password is too close to the email.': 'Dieses Passwort ist der E-Mail-Adresse zu ähnlich.',
  'This is no email address.': 'Das ist keine E-Mail-Adresse.',
  'A name has at most {number} characters.': 'Ein Name hat höchstens {number} Zeichen.',
  'The address must be an https URL of at most {number} characters.':
    'Die Adresse muss eine https-URL mit höchstens {number} Zeichen sein.',
  'The address must be an https URL.': 'Die Adresse muss eine https-URL sein.',
  'The address must hold no user name or password.':
    'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten.',
  'The address must hold no fragment.': 'Die Adresse darf kein Fragment enthalten.',
  'The address must have one of the ports {list}.': 'Die Adresse muss einen dieser Ports haben: {list}.',
  'The address must be an address of the public internet.':
    'Die Adresse muss im öffentlichen Internet liegen.',
  '{uri} is not a URL.': '{uri} ist keine URL.',
  '{uri} must have no fragment.': '{uri} darf kein Fragment haben.',
  '{uri} must hold no user and no password.': '{uri} darf keinen Benutzer und kein Passwort enthalten.',
  '{uri} must be one address: * stands for nothing else.':
    '{uri} muss eine einzige Adresse sein: * steht für nichts anderes.',
  '{uri} must begin with https://, or with http:// and a loopback address.':
    '{uri} muss mit https:// beginnen, oder mit http:// und einer Loopback-Adresse.',
  '{uri} must have a plain host name or address.':
    '{uri} braucht einen einfachen Hostnamen oder eine einfache Adresse.',
  'the file is longer than {number} characters': 'die Datei ist länger als {number} Zeichen',
  'the file unfolds into more than {number} values': 'die Datei hat ausgeschrieben mehr als {number} Werte',
  'the names of the file unfold into more than {number} characters':
    'die Namen in der Datei haben ausgeschrieben mehr als {number} Zeichen',
  'the file is nested more than {number} levels deep':
    'die Datei ist mehr als {number} Ebenen tief verschachtelt',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'Eine Programmdatei hat hier höchstens {number} MB. Der Befehl `loyaltyd program apply` nimmt größere.',
  'Somebody decided before, or took the request back.':
    'Jemand hat schon entschieden oder den Antrag zurückgenommen.',
  'made of small letters, digits, "-" and "_", at most 63 of them':
    'ein Name aus höchstens 63 Kleinbuchstaben, Ziffern, „-“ und „_“',
  'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d':
    'eine Dauer von 1 bis 999999 einer Einheit, wie 30s, 15m, 24h oder 14d',
  'a currency code of three capital letters such as USD': 'ein Währungscode aus drei Großbuchstaben wie USD',
  'a country code of two capital letters such as US': 'ein Ländercode aus zwei Großbuchstaben wie US',
  'a language tag such as en or pt-BR': 'ein Sprachkürzel wie en oder pt-BR',
  'a colour such as "#2d3a8c", in quotes': 'eine Farbe wie "#2d3a8c", in Anführungszeichen',
  'a list of fonts such as Georgia, "Times New Roman", serif':
    'eine Liste von Schriften wie Georgia, "Times New Roman", serif',
  'the name of a message: small letters, digits and "_"':
    'der Name eines Textes: Kleinbuchstaben, Ziffern und „_“',
  'an address that begins with https:// or http://': 'eine Adresse, die mit https:// oder http:// beginnt',
  'an origin without a path, such as https://shop.example':
    'ein Ursprung ohne Pfad, wie https://shop.example',
  'an address, https://…': 'eine Adresse, https://…',
  'of another form': 'eine andere Form',
  'another name': 'ein anderer Name',
  'a map of names to values': 'eine Zuordnung von Namen zu Werten',
  'a map of language to text': 'ein Text je Sprache',
  'a map with {list}': 'eine Zuordnung mit {list}',
  'a map': 'eine Zuordnung',
  'a list': 'eine Liste',
  'a text': 'ein Text',
  'true or false': 'true oder false',
  'a whole number': 'eine ganze Zahl',
  'a number': 'eine Zahl',
  nothing: 'nichts',
  'the text "{text}"': 'der Text „{text}“',
  'the number {number}': 'die Zahl {number}',
  '{one} or {other}': '{one} oder {other}',
};
