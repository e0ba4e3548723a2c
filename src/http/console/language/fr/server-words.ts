import type { ServerWords } from '../server-sentences.ts';
import { importWords } from './import-words.ts';

/** The mistakes that the server finds, in French, by the English words. */
export const serverWords: ServerWords = {
  ...importWords,
  '{sentence}; did you mean "{word}"?': '{sentence}\u202f; vouliez-vous dire «\u00a0{word}\u00a0»\u202f?',
  '"{name}" is missing': '«\u00a0{name}\u00a0» est absent',
  'must be one of {list}, not {value}': 'attendu\u00a0: l’un de {list}\u202f; ici\u00a0: {value}',
  'must be {type}, not {value}': 'attendu\u00a0: {type}\u202f; ici\u00a0: {value}',
  'must be {type}; this is {value}': 'attendu\u00a0: {type}\u202f; ici\u00a0: {value}',
  'must be at least {number}': 'doit être d’au moins {number}',
  'must be more than {number}': 'doit être supérieur à {number}',
  'must be at most {number}': 'doit être d’au plus {number}',
  'must not be empty': 'ne doit pas être vide',
  'must be at most {number} characters long': 'doit avoir au plus {number} caractères',
  'must hold at least one entry': 'doit contenir au moins une entrée',
  'must hold at least {number} entries': 'doit contenir au moins {number} entrées',
  'must hold at most {number} entries': 'doit contenir au plus {number} entrées',
  'this is given twice': 'figure deux fois',
  'this name is given twice': 'ce nom figure deux fois',
  'is not valid': 'n’est pas valide',
  'unknown property; known here: {list}': 'inconnu ici\u202f; sont connus\u00a0: {list}',
  'unknown property': 'inconnu ici',
  'is a file of {number} KiB, which is too large': 'est un fichier de {number}\u00a0Kio, ce qui est trop',
  'there is no currency {code}': 'la devise {code} n’existe pas',
  "is the program's own currency, whose rate is 1": 'est la devise du programme lui-même, dont le taux est 1',
  'there is no country {code}': 'il n’y a pas de pays {code}',
  'there is no language "{code}"': 'il n’y a pas de langue «\u00a0{code}\u00a0»',
  'there is no such language': 'cette langue n’existe pas',
  'is no language of any site': 'n’est la langue d’aucun site',
  'lacks {code}, the first language of site "{key}"':
    'sans {code}, première langue du site «\u00a0{key}\u00a0»',
  'has no rate in currency_rates': 'n’a pas de taux dans currency_rates',
  'there is no tier "{key}"': 'il n’y a pas de niveau «\u00a0{key}\u00a0»',
  'there is no reward "{key}"': 'il n’y a pas de récompense «\u00a0{key}\u00a0»',
  'there is no benefit "{key}"': 'il n’y a pas d’avantage «\u00a0{key}\u00a0»',
  '"{key}" needs a running subscription, and so cannot be given unasked':
    '«\u00a0{key}\u00a0» demande un abonnement en cours et ne peut donc être donnée d’office',
  '"{key}" is a product, which needs a cart, and so cannot be given unasked':
    '«\u00a0{key}\u00a0» est un produit, qui demande un panier, et ne peut donc être donné d’office',
  '"{key}" is a voucher whose amount the customer chooses, and so cannot be given unasked':
    'le client choisit le montant de «\u00a0{key}\u00a0», qui ne peut donc être donnée d’office',
  'stands beside image: a reward has one picture': 'double image\u00a0: une seule image par récompense',
  'there is no {name} of such a reward': '{name} n’existe pas pour une telle récompense',
  'gives either points or a reward': 'donne soit des points, soit une récompense',
  'needs points beside it': 'exige aussi points',
  'holds back points alone: a rule that gives a reward gives it at once':
    'ne retient que des points\u00a0: une règle qui donne une récompense la donne tout de suite',
  'must not begin with a $, as the names of other kinds do':
    'ne doit pas commencer par $, comme les noms d’autres types',
  'is also the name of "{key}"': 'est aussi le nom de «\u00a0{key}\u00a0»',
  'a conditional tier has none: it is given by hand':
    'un niveau conditionnel n’en a pas\u00a0: il est donné à la main',
  'is conditional: the first tier is the one everybody begins in':
    'est conditionnel\u00a0: tous commencent au premier niveau',
  'must be 0: everybody begins in the first tier': 'doit être 0\u00a0: tous commencent au premier niveau',
  'is also the bound of "{key}"': 'est aussi le seuil de «\u00a0{key}\u00a0»',
  'must be above that of "{key}": tiers stand lowest first':
    'doit être supérieur à celui de «\u00a0{key}\u00a0»\u00a0: les niveaux vont du plus bas au plus haut',
  'must be a whole number of points': 'doit être un nombre entier de points',
  'must be a whole number of orders': 'doit être un nombre entier de commandes',
  '{code} has no decimals; this is {amount}': '{code} n’a pas de décimales\u202f; ici\u00a0: {amount}',
  '{code} has {number} decimals; this is {amount}': '{code} a {number} décimales\u202f; ici\u00a0: {amount}',
  'the month has {number} days': 'le mois a {number} jours',
  'needs a {name} beside it': 'exige aussi {name}',
  'needs "{name}" beside it': 'exige aussi «\u00a0{name}\u00a0»',
  'is either an amount or a percentage': 'est soit un montant, soit un pourcentage',
  'must have at most two decimals': 'doit avoir au plus deux décimales',
  'must not be below the minimum_discount': 'ne doit pas être inférieur à minimum_discount',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}, as {better} has':
    '{name} {colour} sur {ground} {other} a un contraste de {number} pour 1\u202f; WCAG 2.2 AA demande au moins {least}, comme l’a {better}',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}':
    '{name} {colour} sur {ground} {other} a un contraste de {number} pour 1\u202f; WCAG 2.2 AA demande au moins {least}',
  'is {number} bytes large; at most {most} stand in every page':
    'fait {number} octets\u202f; au plus {most} tiennent dans chaque page',
  'is {number} bytes large; at most {most} are kept of a banner':
    'fait {number} octets\u202f; une bannière en a au plus {most}',
  'is {number} bytes large; at most {most} are kept of a picture of a reward':
    'fait {number} octets\u202f; l’image d’une récompense en a au plus {most}',
  'is {number} bytes large; at most {most} are left of the {all} for the pictures of all rewards':
    'fait {number} octets\u202f; il en reste au plus {most} des {all} pour les images de toutes les récompenses',
  'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG':
    'n’est pas une image PNG, JPEG ou WebP\u202f; un SVG peut contenir des scripts\u00a0: exportez-le en PNG',
  'is {width} × {height} pixels large; at most {most} either way':
    'fait {width} × {height} pixels\u202f; au plus {most} dans chaque sens',
  'must be a data: URI: no other file comes with this one':
    'doit être une URI data:\u00a0: aucun autre fichier n’accompagne celui-ci',
  'must be a data: URI in base64, as in data:image/png;base64,…':
    'doit être une URI data: en base64, comme data:image/png;base64,…',
  'must be the style sheet itself: no other file comes with this one':
    'doit être la feuille de style même\u00a0: aucun autre fichier n’accompagne celui-ci',
  'the file is nested too deeply': 'le fichier est trop imbriqué',
  'a second YAML document begins here; a program file holds one':
    'un second document YAML commence ici\u202f; un fichier de programme en a un seul',
  'must be {key}: the draft is of that program': 'doit être {key}\u00a0: le brouillon est de ce programme',
  'must be {form}': 'attendu\u00a0: {form}',
  'A password has at least {number} characters.': 'Un mot de passe a au moins {number} caractères.',
  'A password has at most {number} characters.': 'Un mot de passe a au plus {number} caractères.',
  'This password repeats too few characters.':
    'Ce mot de passe est fait de trop peu de caractères différents.',
  'This password is too close to the email.': 'Ce mot de passe ressemble trop à l’adresse e-mail.',
  'This is no email address.': 'Ce n’est pas une adresse e-mail.',
  'A name has at most {number} characters.': 'Un nom a au plus {number} caractères.',
  'The address must be an https URL of at most {number} characters.':
    'L’adresse doit être une URL https de {number} caractères au plus.',
  'The address must be an https URL.': 'L’adresse doit être une URL https.',
  'The address must hold no user name or password.':
    'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'The address must hold no fragment.': 'L’adresse ne doit pas contenir de fragment.',
  'The address must have one of the ports {list}.': 'L’adresse doit avoir l’un de ces ports\u00a0: {list}.',
  'The address must be an address of the public internet.':
    'L’adresse doit se trouver sur l’internet public.',
  '{uri} is not a URL.': '{uri} n’est pas une URL.',
  '{uri} must have no fragment.': '{uri} ne doit pas avoir de fragment.',
  '{uri} must hold no user and no password.': '{uri} ne doit contenir ni utilisateur ni mot de passe.',
  '{uri} must be one address: * stands for nothing else.':
    '{uri} doit être une seule adresse\u00a0: * ne remplace rien d’autre.',
  '{uri} must begin with https://, or with http:// and a loopback address.':
    '{uri} doit commencer par https://, ou par http:// et une adresse de bouclage.',
  '{uri} must have a plain host name or address.': '{uri} doit avoir un nom d’hôte ou une adresse simple.',
  'the file is longer than {number} characters': 'le fichier dépasse {number} caractères',
  'the file unfolds into more than {number} values': 'le fichier, une fois déplié, dépasse {number} valeurs',
  'the names of the file unfold into more than {number} characters':
    'les noms du fichier, une fois dépliés, dépassent {number} caractères',
  'the file is nested more than {number} levels deep': 'le fichier est imbriqué sur plus de {number} niveaux',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'Un fichier de programme a ici {number}\u00a0Mo au plus. La commande `loyaltyd program apply` en prend de plus grands.',
  'Somebody decided before, or took the request back.': 'Quelqu’un a déjà décidé ou a retiré la demande.',
  'made of small letters, digits, "-" and "_", at most 63 of them':
    'un nom d’au plus 63 minuscules, chiffres, «\u00a0-\u00a0» et «\u00a0_\u00a0»',
  'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d':
    'une durée de 1 à 999999 d’une unité, comme 30s, 15m, 24h ou 14d',
  'a currency code of three capital letters such as USD': 'un code de devise de trois majuscules comme USD',
  'a country code of two capital letters such as US': 'un code de pays de deux majuscules comme US',
  'a language tag such as en or pt-BR': 'un code de langue comme en ou pt-BR',
  'a colour such as "#2d3a8c", in quotes': 'une couleur comme "#2d3a8c", entre guillemets',
  'a list of fonts such as Georgia, "Times New Roman", serif':
    'une liste de polices comme Georgia, "Times New Roman", serif',
  'the name of a message: small letters, digits and "_"':
    'le nom d’un message\u00a0: minuscules, chiffres et «\u00a0_\u00a0»',
  'an address that begins with https:// or http://': 'une adresse qui commence par https:// ou http://',
  'an origin without a path, such as https://shop.example':
    'une origine sans chemin, comme https://shop.example',
  'an address, https://…': 'une adresse, https://…',
  'of another form': 'une autre forme',
  'another name': 'un autre nom',
  'a map of names to values': 'une table de noms et de valeurs',
  'a map of language to text': 'un texte par langue',
  'a map with {list}': 'une table avec {list}',
  'a map': 'une table',
  'a list': 'une liste',
  'a text': 'un texte',
  'true or false': 'true ou false',
  'a whole number': 'un nombre entier',
  'a number': 'un nombre',
  nothing: 'rien',
  'the text "{text}"': 'le texte «\u00a0{text}\u00a0»',
  'the number {number}': 'le nombre {number}',
  '{one} or {other}': '{one} ou {other}',
};
