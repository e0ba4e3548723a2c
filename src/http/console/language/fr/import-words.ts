import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds in imported files, in French, by the English words. */
export const importWords = {
  '{field} is longer than {number} characters': '{field} dépasse {number} caractères',
  '{field} holds characters that are no text': '{field} contient des caractères qui ne sont pas du texte',
  'email is not an email address': 'email n’est pas une adresse e-mail',
  '{field} may hold letters without accents, digits, _ and - only':
    '{field} ne peut contenir que des lettres sans accent, des chiffres, _ et -',
  '{field} is no date as {order} says': '{field} n’est pas une date de la forme {order}',
  '{field} is no day as {order} says': '{field} n’est pas un jour de la forme {order}',
  '{field} must be subscribed, not_subscribed or unknown, or yes or no':
    '{field} doit être subscribed, not_subscribed ou unknown, ou yes ou no',
  '{field} must be yes or no': '{field} doit être yes ou no',
  'metadata must be a JSON object': 'metadata doit être un objet JSON',
  'metadata names a member twice': 'metadata nomme un champ deux fois',
  'metadata holds a number that cannot be held exactly; write it as text':
    'metadata contient un nombre qui ne peut être conservé exactement\u00a0: écrivez-le sous forme de texte',
  "tier is none of the program's: it has {list}": 'tier n’est pas un niveau du programme, qui a {list}',
  'lots hold {number} points, and points says {amount}':
    'lots fait {number} points au total, et points indique {amount}',
  'pending holds {number} points, and points_pending says {amount}':
    'pending fait {number} points au total, et points_pending indique {amount}',
  '{field} must be a whole number from {number} to {most}, without separators':
    '{field} doit être un nombre entier de {number} à {most}, sans séparateur',
  'names the same customer as line {number}': 'désigne le même client que la ligne {number}',
  'has the same email as line {number}': 'a le même e-mail que la ligne {number}',
  'has the same referral_id as line {number}': 'a le même referral_id que la ligne {number}',
  'has a merchant_id, an email or a referral_id that somebody else has':
    'a un merchant_id, un e-mail ou un referral_id déjà utilisé par quelqu’un d’autre',
  'birthday is not possible: There is no such day.':
    'birthday n’est pas possible\u00a0: ce jour n’existe pas',
  'birthday is not possible: The birthday lies before {number}.':
    'birthday n’est pas possible\u00a0: la date de naissance est antérieure à {number}',
  'birthday is not possible: The birthday lies in the future.':
    'birthday n’est pas possible\u00a0: la date de naissance est dans le futur',
  'names nobody: no customer of the program has this email':
    'ne désigne personne\u00a0: aucun client du programme n’a cet e-mail',
  'names a customer that was merged into another': 'désigne un client qui a été fusionné avec un autre',
  'has another email than the customer; change that first, or leave the column out (--column email=)':
    'a un autre e-mail que le client\u00a0: changez d’abord celui-ci, ou omettez la colonne (--column email=)',
  'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)':
    'a d’autres points en attente que le client\u00a0: traitez d’abord ceux-ci, ou omettez la colonne (--column pending=)',
  'has a points_spent below the {number} points that the customer has spent':
    'a un points_spent inférieur aux {number} points que le client a dépensés',
  'would change the points or the tier of a blocked customer':
    'changerait les points ou le niveau d’un client bloqué',
  'has points or a tier for a guest, who is to be enrolled first':
    'a des points ou un niveau pour un invité, à inscrire d’abord',
  'has points or a tier, and no enrolled_at': 'a des points ou un niveau, mais pas de enrolled_at',
  'has an enrolled_at that is still to come': 'a un enrolled_at à venir',
  'has a referral_id that another customer has': 'a un referral_id déjà utilisé par un autre client',
  'has an email that another customer has': 'a un e-mail déjà utilisé par un autre client',
  'has points that have expired': 'a des points qui ont expiré',
  'has pending points whose date is past, and no points that they could be added to':
    'a des points en attente dont la date est passée, et pas de points auxquels les ajouter',
  'has a tier_expires_at for a tier that is given by hand, which has no end':
    'a un tier_expires_at pour un niveau donné à la main, qui n’a pas de fin',
  'has a tier_expires_at that is past': 'a un tier_expires_at passé',
  'tier_expires_at has no tier': 'tier_expires_at sans tier',
  'has no {field}': 'n’a pas de {field}',
  'has {number} cells, and the header has {amount}': 'a {number} cellules, et l’en-tête en a {amount}',
  'has metadata that is too long': 'a des metadata trop longues',
  'gives or takes more than {number} points, which is more than this import may; try the file again to see who may import it':
    'donne ou retire plus de {number} points, plus que cette importation ne le peut\u00a0: testez de nouveau le fichier pour voir qui peut l’importer',
  'This line begins with a quotation mark that does not end.':
    'Cette ligne commence par un guillemet qui ne se ferme pas.',
  'This line is longer than {number} characters.': 'Cette ligne dépasse {number} caractères.',
  'This line is not UTF-8.': 'Cette ligne n’est pas en UTF-8.',
  'This line holds control characters.': 'Cette ligne contient des caractères de contrôle.',
  'This line has nothing but dashes.': 'Cette ligne ne contient que des tirets.',
  'This line is a code of {key} already.': 'Ce code appartient déjà à {key}.',
  'This line was given to a customer already, by a reward that generates its codes.':
    'Ce code a déjà été remis à un client, par une récompense qui génère ses codes.',
  'This line stands in the file twice, or another import brought it meanwhile.':
    'Ce code figure deux fois dans le fichier, ou une autre importation l’a apporté entre-temps.',
  'The server failed at it. Its log says more.': 'Le serveur n’y est pas parvenu. Son journal en dit plus.',
  'Nobody decided within a day. Nothing was imported.':
    'Personne n’a décidé dans un délai d’un jour. Rien n’a été importé.',
  'The import takes two people, and was declined or taken back. Nothing was imported.':
    'L’importation demande deux personnes et a été refusée ou retirée. Rien n’a été importé.',
  'The file is no longer there: files are kept for a day.':
    'Le fichier n’est plus là\u00a0: les fichiers sont gardés un jour.',
  '{name} cannot be read as csv: it is a workbook or an archive: save it as csv.':
    '{name} ne peut être lu comme csv\u00a0: c’est un classeur ou une archive. Enregistrez-le en csv.',
  '{name} cannot be read as csv: it is no text.':
    '{name} ne peut être lu comme csv\u00a0: ce n’est pas du texte.',
  '{name} cannot be read as csv: it is empty.':
    '{name} ne peut être lu comme csv\u00a0: le fichier est vide.',
  'The file is not imported: {sentence}.': 'Le fichier n’est pas importé\u00a0: {sentence}.',
  'import {number} of it is being reverted; wait for that, or revert it again to go on':
    'l’importation {number} de ce fichier est en cours d’annulation\u202f; attendez-en la fin, ou annulez-la de nouveau pour continuer',
  'import {number} of it was begun with other options; go on with those, or revert it':
    'l’importation {number} de ce fichier a été commencée avec d’autres choix\u202f; continuez avec ceux-là, ou annulez-la',
  'import {number} of it is reverted': 'l’importation {number} de ce fichier est annulée',
  'another process has just begun to import it': 'un autre processus vient de commencer à l’importer',
  'Another process goes on with import {number}, or reverts it.':
    'Un autre processus poursuit l’importation {number} ou l’annule.',
  'There is no site {key}.': 'Il n’y a pas de site {key}.',
  'There is no preset {key}.': 'Il n’y a pas de modèle {key}.',
  'The file cannot be read: {sentences}.': 'Le fichier ne peut être lu\u00a0: {sentences}.',
  "no column holds the customers' merchant_id or email; the file has {names} and {number} more":
    'aucune colonne ne contient le merchant_id ou l’email des clients\u202f; le fichier a {names} et {number} de plus',
  "no column holds the customers' merchant_id or email; the file has {names}":
    'aucune colonne ne contient le merchant_id ou l’email des clients\u202f; le fichier a {names}',
  'the column {name} stands in it twice': 'la colonne {name} figure deux fois',
  'the column {name} stands in the file twice': 'la colonne {name} figure deux fois',
  'the column {name} is not in the file': 'la colonne {name} n’est pas dans le fichier',
  'it was erased since': 'a été effacé depuis',
  'it was merged into another since': 'a été fusionné avec un autre depuis',
  'points spent or expired: {number}': 'points dépensés ou expirés\u00a0: {number}',
  'the customer stays, since it was used meanwhile': 'le client reste, car il a été actif entre-temps',
  'the customer stays, since it was changed meanwhile': 'le client reste, car il a été modifié entre-temps',
  '{field} was changed since': '{field} a changé depuis',
} satisfies Partial<ServerWords>;
