import type { ServerWords } from '../server-sentences.ts';
import { importWords } from './import-words.ts';

/** The mistakes that the server finds, in Spanish, by the English words. */
export const serverWords: ServerWords = {
  ...importWords,
  '{sentence}; did you mean "{word}"?': '{sentence}; ¿querías decir «{word}»?',
  '"{name}" is missing': 'falta «{name}»',
  'must be one of {list}, not {value}': 'se espera uno de {list}; aquí hay {value}',
  'must be {type}, not {value}': 'se espera {type}; aquí hay {value}',
  'must be {type}; this is {value}': 'se espera {type}; aquí hay {value}',
  'must be at least {number}': 'debe ser {number} como mínimo',
  'must be more than {number}': 'debe ser más de {number}',
  'must be at most {number}': 'debe ser {number} como máximo',
  'must not be empty': 'no puede estar vacío',
  'must be at most {number} characters long': 'debe tener {number} caracteres como máximo',
  'must hold at least one entry': 'debe contener al menos una entrada',
  'must hold at least {number} entries': 'debe contener al menos {number} entradas',
  'must hold at most {number} entries': 'debe contener {number} entradas como máximo',
  'this is given twice': 'aparece dos veces',
  'this name is given twice': 'este nombre aparece dos veces',
  'is not valid': 'no es válido',
  'unknown property; known here: {list}': 'aquí no se reconoce; se admiten: {list}',
  'unknown property': 'aquí no se reconoce',
  'is a file of {number} KiB, which is too large': 'es un archivo de {number} KiB, demasiado grande',
  'there is no currency {code}': 'no existe la moneda {code}',
  "is the program's own currency, whose rate is 1": 'es la moneda del propio programa, cuyo cambio es 1',
  'there is no country {code}': 'no existe el país {code}',
  'there is no language "{code}"': 'no existe el idioma «{code}»',
  'there is no such language': 'ese idioma no existe',
  'is no language of any site': 'no es idioma de ningún sitio',
  'lacks {code}, the first language of site "{key}"': 'falta {code}, el primer idioma del sitio «{key}»',
  'has no rate in currency_rates': 'no tiene cambio en currency_rates',
  'there is no tier "{key}"': 'no existe el nivel «{key}»',
  'there is no reward "{key}"': 'no existe la recompensa «{key}»',
  'there is no benefit "{key}"': 'no existe la ventaja «{key}»',
  '"{key}" needs a running subscription, and so cannot be given unasked':
    '«{key}» necesita una suscripción activa y no se puede dar automáticamente',
  '"{key}" is a product, which needs a cart, and so cannot be given unasked':
    '«{key}» es un producto que necesita un carrito y no se puede dar automáticamente',
  '"{key}" is a voucher whose amount the customer chooses, and so cannot be given unasked':
    'el cliente elige el importe de «{key}», así que no se puede dar automáticamente',
  'stands beside image: a reward has one picture': 'está junto a image: una recompensa tiene una sola imagen',
  'there is no {name} of such a reward': '{name} no existe en una recompensa así',
  'gives either points or a reward': 'da puntos o una recompensa, no ambos',
  'needs points beside it': 'necesita además points',
  'holds back points alone: a rule that gives a reward gives it at once':
    'solo retiene puntos: una regla que da una recompensa la da al momento',
  'must not begin with a $, as the names of other kinds do':
    'no puede empezar por $, como los nombres de otros tipos',
  'is also the name of "{key}"': 'es también el nombre de «{key}»',
  'a conditional tier has none: it is given by hand': 'un nivel condicional no lo tiene: se da a mano',
  'is conditional: the first tier is the one everybody begins in':
    'es condicional: todos empiezan en el primer nivel',
  'must be 0: everybody begins in the first tier': 'debe ser 0: todos empiezan en el primer nivel',
  'is also the bound of "{key}"': 'es también el umbral de «{key}»',
  'must be above that of "{key}": tiers stand lowest first':
    'debe estar por encima del de «{key}»: los niveles van de menor a mayor',
  'must be a whole number of points': 'debe ser un número entero de puntos',
  'must be a whole number of orders': 'debe ser un número entero de pedidos',
  '{code} has no decimals; this is {amount}': '{code} no tiene decimales; aquí hay {amount}',
  '{code} has {number} decimals; this is {amount}': '{code} tiene {number} decimales; aquí hay {amount}',
  'the month has {number} days': 'el mes tiene {number} días',
  'needs a {name} beside it': 'necesita además {name}',
  'needs "{name}" beside it': 'necesita además «{name}»',
  'is either an amount or a percentage': 'es un importe o un porcentaje, no ambos',
  'must have at most two decimals': 'debe tener dos decimales como máximo',
  'must not be below the minimum_discount': 'no puede ser menor que minimum_discount',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}, as {better} has':
    '{name} {colour} sobre {ground} {other} tiene un contraste de {number} a 1; WCAG 2.2 AA pide al menos {least}, como el de {better}',
  '{name} {colour} on {ground} {other} has a contrast of {number} to 1; WCAG 2.2 AA asks for at least {least}':
    '{name} {colour} sobre {ground} {other} tiene un contraste de {number} a 1; WCAG 2.2 AA pide al menos {least}',
  'is {number} bytes large; at most {most} stand in every page':
    'ocupa {number} bytes; en cada página caben {most} como máximo',
  'is {number} bytes large; at most {most} are kept of a banner':
    'ocupa {number} bytes; un banner tiene {most} como máximo',
  'is {number} bytes large; at most {most} are kept of a picture of a reward':
    'ocupa {number} bytes; la imagen de una recompensa tiene {most} como máximo',
  'is {number} bytes large; at most {most} are left of the {all} for the pictures of all rewards':
    'ocupa {number} bytes; de los {all} para las imágenes de todas las recompensas quedan {most}',
  'is no PNG, JPEG or WebP image; an SVG can hold scripts: export it as a PNG':
    'no es una imagen PNG, JPEG o WebP; un SVG puede contener scripts: expórtalo como PNG',
  'is {width} × {height} pixels large; at most {most} either way':
    'mide {width} × {height} píxeles; {most} como máximo en cada sentido',
  'must be a data: URI: no other file comes with this one':
    'debe ser un URI data: ningún otro archivo acompaña a este',
  'must be a data: URI in base64, as in data:image/png;base64,…':
    'debe ser un URI data: en base64, como data:image/png;base64,…',
  'must be the style sheet itself: no other file comes with this one':
    'debe ser la propia hoja de estilos: ningún otro archivo acompaña a este',
  'the file is nested too deeply': 'el archivo está demasiado anidado',
  'a second YAML document begins here; a program file holds one':
    'aquí empieza un segundo documento YAML; un archivo de programa tiene uno',
  'must be {key}: the draft is of that program': 'debe ser {key}: el borrador es de ese programa',
  'must be {form}': 'se espera {form}',
  'A password has at least {number} characters.': 'Una contraseña tiene al menos {number} caracteres.',
  'A password has at most {number} characters.': 'Una contraseña tiene {number} caracteres como máximo.',
  'This password repeats too few characters.':
    'Esta contraseña se compone de muy pocos caracteres distintos.',
  'This password is too close to the email.': 'Esta contraseña se parece demasiado al correo.',
  'This is no email address.': 'Esto no es una dirección de correo.',
  'A name has at most {number} characters.': 'Un nombre tiene {number} caracteres como máximo.',
  'The address must be an https URL of at most {number} characters.':
    'La dirección debe ser una URL https de {number} caracteres como máximo.',
  'The address must be an https URL.': 'La dirección debe ser una URL https.',
  'The address must hold no user name or password.': 'La dirección no debe llevar usuario ni contraseña.',
  'The address must hold no fragment.': 'La dirección no debe llevar fragmento.',
  'The address must have one of the ports {list}.': 'La dirección debe tener uno de estos puertos: {list}.',
  'The address must be an address of the public internet.': 'La dirección debe estar en la internet pública.',
  '{uri} is not a URL.': '{uri} no es una URL.',
  '{uri} must have no fragment.': '{uri} no debe tener fragmento.',
  '{uri} must hold no user and no password.': '{uri} no debe llevar usuario ni contraseña.',
  '{uri} must be one address: * stands for nothing else.':
    '{uri} debe ser una sola dirección: * no representa nada más.',
  '{uri} must begin with https://, or with http:// and a loopback address.':
    '{uri} debe empezar por https://, o por http:// y una dirección de bucle local.',
  '{uri} must have a plain host name or address.':
    '{uri} debe tener un nombre de host o una dirección sencillos.',
  'the file is longer than {number} characters': 'el archivo tiene más de {number} caracteres',
  'the file unfolds into more than {number} values':
    'el archivo, una vez desplegado, tiene más de {number} valores',
  'the names of the file unfold into more than {number} characters':
    'los nombres del archivo, una vez desplegados, tienen más de {number} caracteres',
  'the file is nested more than {number} levels deep': 'el archivo está anidado en más de {number} niveles',
  'A program file has at most {number} MB here. The command `loyaltyd program apply` takes greater ones.':
    'Un archivo de programa tiene aquí {number} MB como máximo. El comando `loyaltyd program apply` admite archivos mayores.',
  'Somebody decided before, or took the request back.': 'Alguien ya decidió o retiró la petición.',
  'made of small letters, digits, "-" and "_", at most 63 of them':
    'un nombre de hasta 63 minúsculas, cifras, «-» y «_»',
  'a duration from 1 to 999999 of a unit, such as 30s, 15m, 24h or 14d':
    'una duración de 1 a 999999 de una unidad, como 30s, 15m, 24h o 14d',
  'a currency code of three capital letters such as USD': 'un código de moneda de tres mayúsculas como USD',
  'a country code of two capital letters such as US': 'un código de país de dos mayúsculas como US',
  'a language tag such as en or pt-BR': 'una etiqueta de idioma como en o pt-BR',
  'a colour such as "#2d3a8c", in quotes': 'un color como "#2d3a8c", entre comillas',
  'a list of fonts such as Georgia, "Times New Roman", serif':
    'una lista de fuentes como Georgia, "Times New Roman", serif',
  'the name of a message: small letters, digits and "_"': 'el nombre de un mensaje: minúsculas, cifras y «_»',
  'an address that begins with https:// or http://': 'una dirección que empieza por https:// o http://',
  'an origin without a path, such as https://shop.example': 'un origen sin ruta, como https://shop.example',
  'an address, https://…': 'una dirección, https://…',
  'of another form': 'otra forma',
  'another name': 'otro nombre',
  'a map of names to values': 'un mapa de nombres a valores',
  'a map of language to text': 'un texto por idioma',
  'a map with {list}': 'un mapa con {list}',
  'a map': 'un mapa',
  'a list': 'una lista',
  'a text': 'un texto',
  'true or false': 'true o false',
  'a whole number': 'un número entero',
  'a number': 'un número',
  nothing: 'nada',
  'the text "{text}"': 'el texto «{text}»',
  'the number {number}': 'el número {number}',
  '{one} or {other}': '{one} o {other}',
};
