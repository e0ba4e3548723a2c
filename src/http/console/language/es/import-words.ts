import type { ServerWords } from '../server-sentences.ts';

/** The mistakes that the server finds in imported files, in Spanish, by the English words. */
export const importWords = {
  '{field} is longer than {number} characters': '{field} tiene más de {number} caracteres',
  '{field} holds characters that are no text': '{field} contiene caracteres que no son texto',
  'email is not an email address': 'email no es una dirección de correo',
  '{field} may hold letters without accents, digits, _ and - only':
    '{field} solo puede tener letras sin acentos, cifras, _ y -',
  '{field} is no date as {order} says': '{field} no es una fecha de la forma {order}',
  '{field} is no day as {order} says': '{field} no es un día de la forma {order}',
  '{field} must be subscribed, not_subscribed or unknown, or yes or no':
    '{field} debe ser subscribed, not_subscribed o unknown, o yes o no',
  '{field} must be yes or no': '{field} debe ser yes o no',
  'metadata must be a JSON object': 'metadata debe ser un objeto JSON',
  'metadata names a member twice': 'metadata nombra un campo dos veces',
  'metadata holds a number that cannot be held exactly; write it as text':
    'metadata tiene un número que no se puede guardar con exactitud: escríbelo como texto',
  "tier is none of the program's: it has {list}": 'tier no es un nivel del programa, que tiene {list}',
  'lots hold {number} points, and points says {amount}':
    'lots suma {number} puntos, y points indica {amount}',
  'pending holds {number} points, and points_pending says {amount}':
    'pending suma {number} puntos, y points_pending indica {amount}',
  '{field} must be a whole number from {number} to {most}, without separators':
    '{field} debe ser un número entero de {number} a {most}, sin separadores',
  'names the same customer as line {number}': 'nombra al mismo cliente que la línea {number}',
  'has the same email as line {number}': 'tiene el mismo correo que la línea {number}',
  'has the same referral_id as line {number}': 'tiene el mismo referral_id que la línea {number}',
  'has a merchant_id, an email or a referral_id that somebody else has':
    'tiene un merchant_id, un correo o un referral_id que ya tiene otra persona',
  'birthday is not possible: There is no such day.': 'birthday no es posible: ese día no existe',
  'birthday is not possible: The birthday lies before {number}.':
    'birthday no es posible: la fecha de nacimiento es anterior a {number}',
  'birthday is not possible: The birthday lies in the future.':
    'birthday no es posible: la fecha de nacimiento está en el futuro',
  'names nobody: no customer of the program has this email':
    'no nombra a nadie: ningún cliente del programa tiene este correo',
  'names a customer that was merged into another': 'nombra a un cliente que se fusionó con otro',
  'has another email than the customer; change that first, or leave the column out (--column email=)':
    'tiene otro correo que el cliente: cambia antes ese, o deja fuera la columna (--column email=)',
  'has other pending points than the customer; resolve those first, or leave the column out (--column pending=)':
    'tiene puntos pendientes distintos de los del cliente: resuelve antes esos, o deja fuera la columna (--column pending=)',
  'has a points_spent below the {number} points that the customer has spent':
    'tiene un points_spent menor que los {number} puntos que el cliente ha gastado',
  'would change the points or the tier of a blocked customer':
    'cambiaría los puntos o el nivel de un cliente bloqueado',
  'has points or a tier for a guest, who is to be enrolled first':
    'tiene puntos o un nivel para un invitado, que antes debe inscribirse',
  'has points or a tier, and no enrolled_at': 'tiene puntos o un nivel, pero no enrolled_at',
  'has an enrolled_at that is still to come': 'tiene un enrolled_at futuro',
  'has a referral_id that another customer has': 'tiene un referral_id que ya tiene otro cliente',
  'has an email that another customer has': 'tiene un correo que ya tiene otro cliente',
  'has points that have expired': 'tiene puntos caducados',
  'has pending points whose date is past, and no points that they could be added to':
    'tiene puntos pendientes con fecha pasada y ningún punto al que sumarlos',
  'has a tier_expires_at for a tier that is given by hand, which has no end':
    'tiene un tier_expires_at para un nivel que se da a mano y no termina',
  'has a tier_expires_at that is past': 'tiene un tier_expires_at pasado',
  'tier_expires_at has no tier': 'tier_expires_at sin tier',
  'has no {field}': 'no tiene {field}',
  'has {number} cells, and the header has {amount}': 'tiene {number} celdas y la cabecera {amount}',
  'has metadata that is too long': 'metadata es demasiado largo',
  'gives or takes more than {number} points, which is more than this import may; try the file again to see who may import it':
    'da o retira más de {number} puntos, más de lo que puede esta importación: prueba de nuevo el archivo para ver quién puede importarlo',
  'This line begins with a quotation mark that does not end.':
    'Esta línea empieza por una comilla que no se cierra.',
  'This line is longer than {number} characters.': 'Esta línea tiene más de {number} caracteres.',
  'This line is not UTF-8.': 'Esta línea no es UTF-8.',
  'This line holds control characters.': 'Esta línea contiene caracteres de control.',
  'This line has nothing but dashes.': 'Esta línea solo tiene guiones.',
  'This line is a code of {key} already.': 'Este código ya pertenece a {key}.',
  'This line was given to a customer already, by a reward that generates its codes.':
    'Este código ya se dio a un cliente, por una recompensa que genera sus códigos.',
  'This line stands in the file twice, or another import brought it meanwhile.':
    'Este código está dos veces en el archivo, u otra importación lo trajo entretanto.',
  'The server failed at it. Its log says more.': 'El servidor no pudo hacerlo. Su registro da más detalles.',
  'Nobody decided within a day. Nothing was imported.': 'Nadie decidió en un día. No se importó nada.',
  'The import takes two people, and was declined or taken back. Nothing was imported.':
    'La importación necesita dos personas y se rechazó o se retiró. No se importó nada.',
  'The file is no longer there: files are kept for a day.':
    'El archivo ya no está: los archivos se guardan un día.',
  '{name} cannot be read as csv: it is a workbook or an archive: save it as csv.':
    '{name} no se puede leer como csv: es un libro de cálculo o un archivo comprimido. Guárdalo como csv.',
  '{name} cannot be read as csv: it is no text.': '{name} no se puede leer como csv: no es texto.',
  '{name} cannot be read as csv: it is empty.': '{name} no se puede leer como csv: está vacío.',
  'The file is not imported: {sentence}.': 'El archivo no se importa: {sentence}.',
  'import {number} of it is being reverted; wait for that, or revert it again to go on':
    'la importación {number} de este archivo se está deshaciendo; espera a que termine o deshazla otra vez para continuar',
  'import {number} of it was begun with other options; go on with those, or revert it':
    'la importación {number} de este archivo empezó con otras opciones; sigue con esas o deshazla',
  'import {number} of it is reverted': 'la importación {number} de este archivo está deshecha',
  'another process has just begun to import it': 'otro proceso acaba de empezar a importarlo',
  'Another process goes on with import {number}, or reverts it.':
    'Otro proceso continúa la importación {number} o la deshace.',
  'There is no site {key}.': 'No hay ningún sitio {key}.',
  'There is no preset {key}.': 'No hay ninguna plantilla {key}.',
  'The file cannot be read: {sentences}.': 'El archivo no se puede leer: {sentences}.',
  "no column holds the customers' merchant_id or email; the file has {names} and {number} more":
    'ninguna columna contiene el merchant_id o el email de los clientes; el archivo tiene {names} y {number} más',
  "no column holds the customers' merchant_id or email; the file has {names}":
    'ninguna columna contiene el merchant_id o el email de los clientes; el archivo tiene {names}',
  'the column {name} stands in it twice': 'la columna {name} aparece dos veces',
  'the column {name} stands in the file twice': 'la columna {name} aparece dos veces',
  'the column {name} is not in the file': 'la columna {name} no está en el archivo',
  'it was erased since': 'se borró después',
  'it was merged into another since': 'se fusionó con otro después',
  'points spent or expired: {number}': 'puntos gastados o caducados: {number}',
  'the customer stays, since it was used meanwhile':
    'el cliente se conserva, porque tuvo actividad entretanto',
  'the customer stays, since it was changed meanwhile':
    'el cliente se conserva, porque se modificó entretanto',
  '{field} was changed since': '{field} cambió después',
} satisfies Partial<ServerWords>;
