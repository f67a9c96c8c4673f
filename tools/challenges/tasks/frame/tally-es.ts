import type { TallyWords } from './tally-words.ts'

const bearer = {
  keys: 'la persona que guarda las llaves',
  cash: 'la persona que lleva la caja',
  plants: 'la persona que riega las plantas',
  radio: 'la persona que elige la música',
}

export const es: TallyWords = {
  trait: {
    keys: ['{who} guarda las llaves.', 'Las llaves las guarda {who}.'],
    cash: ['{who} lleva la caja.', 'La caja la lleva {who}.'],
    plants: ['{who} riega las plantas.', 'Las plantas las riega {who}.'],
    radio: ['{who} elige la música.', 'La música la elige {who}.'],
  },
  bearer,
  bearerOf: bearer,
  note: {
    nth: ['la primera nota', 'la segunda nota', 'la tercera nota', 'la cuarta nota', 'la quinta nota'],
    last: 'la última nota',
    lastButOne: 'la penúltima nota',
    about: ['la nota sobre {of}', 'la nota que menciona a {of}'],
  },
  revision: {
    withdrawn: [
      '{note} primero se mantuvo y después se tachó.',
      '{note} es nula, aunque se había confirmado.',
      'Nada queda de {note}. Que alguien respondiera por ella no sirve.',
      'Todo es como si {note} no se hubiera escrito nunca.',
      'Quien escribió {note} la retiró.',
    ],
    restored: [
      '{note} primero se tachó y después se mantuvo.',
      '{note} vale, aunque se había tachado.',
      'Nada hay contra {note}. Que alguien la tachara no le quita nada.',
      'Quien escribió {note} quiso retirarla y luego no lo hizo.',
    ],
    opposite: [
      'El desenlace fue el contrario del que {note} da al final.',
      '{note} es correcta salvo en cómo acabó: fue al revés.',
      'Lo que {note} da como resultado es justo lo contrario de lo que hubo.',
    ],
    twice: [
      'El número de {note} debe duplicarse.',
      '{note} da solo la mitad del número correcto.',
      'Lo correcto sería el doble de lo que dice {note}.',
    ],
    number: [
      'El número de {note} debería ser {to}.',
      '{note} no da el número correcto, que es {to}.',
      '{to} es el número que corresponde en {note}.',
    ],
    person: [
      'Lo que {note} dice de {from} es cierto en realidad de {to}, y no de {from}.',
      '{note} habla de {from}, pero se refería a {to}.',
      'De {to} debería hablar {note}, no de {from}.',
      'Quien escribió {note} tomó a {to} por {from}.',
    ],
    disputed: [
      'Lo que {note} dice de {from} se creyó durante un tiempo de {to}, pero sin razón.',
      '{note} habla de {from}; se comprobó si se refería a {to}, y no era así.',
      'Nadie tomó a {to} por {from} en {note}, aunque algunos lo afirmaran.',
    ],
    place: [
      '{note} debería decir «{to}» y no «{from}».',
      'Donde {note} dice «{from}», lo correcto es «{to}».',
      '«{to}» es lo que corresponde en {note}, y no «{from}».',
    ],
    exchanged: [
      '{note} y {with} tienen cambiadas las personas: cada una de las dos vale para la persona de la que habla la otra.',
      'Los nombres de {note} y de {with} deben cambiarse el uno por el otro.',
    ],
  },
  condition: {
    all: ['{At} cuentan doble; todo lo demás, una vez.', 'Todo cuenta una vez, salvo {at}, que cuentan doble.'],
    beyond: [
      'De cada persona, {first} cuentan una vez y a partir de ahí cada {each} cuenta doble; todo lo demás cuenta una vez.',
      'Todo cuenta una vez, y solo cuenta doble lo que alguien tiene de {bareAt} por encima de {limit}.',
    ],
    first: [
      'De cada persona, {first} cuentan doble y a partir de ahí cada {each} cuenta una vez; todo lo demás cuenta una vez.',
      'Todo cuenta una vez, salvo que de cada persona {first} cuentan doble.',
    ],
    atLeast: [
      '{At} cuentan doble para quien tiene {limit} o más, y una vez para el resto; todo lo demás cuenta una vez.',
      'Todo cuenta una vez, pero {at} cuentan doble para quien llega al menos a {limit}.',
    ],
    below: [
      '{At} cuentan doble para quien tiene menos de {limit}, y una vez para el resto; todo lo demás cuenta una vez.',
      'Todo cuenta una vez, pero {at} cuentan doble para quien de eso no llega a {limit}.',
    ],
    fewer: [
      'Para quien tiene más {bare} que {bareAt}, {at} cuentan doble; todo lo demás cuenta una vez, y para el resto de la gente cuenta una vez todo.',
    ],
    more: [
      'Para quien tiene menos {bare} que {bareAt}, {at} cuentan doble; todo lo demás cuenta una vez, y para el resto de la gente cuenta una vez todo.',
    ],
  },
  except: {
    nobody: ['Eso vale para todo el mundo.', 'A eso no hay ninguna excepción.'],
    person: [
      'Para {who}, sin embargo, todo cuenta una vez.',
      'Queda fuera de eso {who}: ahí todo cuenta una vez.',
      'Nada cuenta doble, eso sí, para {who}.',
    ],
    most: [
      'Para la persona que más {bare} tiene, sin embargo, todo cuenta una vez.',
      'Queda fuera de eso la persona que más {bare} tiene: ahí todo cuenta una vez.',
    ],
    least: [
      'Para la persona que menos {bare} tiene, sin embargo, todo cuenta una vez.',
      'Queda fuera de eso la persona que menos {bare} tiene: ahí todo cuenta una vez.',
    ],
  },
  basis: [
    'Todo se entiende una vez tenidas en cuenta las notas y lo que sobre ellas se observe.',
    'Siempre se han tenido ya en cuenta las notas y cuanto se observa sobre ellas.',
  ],
  facet: {
    total: ['{total} de {of}'],
    without: ['{total} que tendría {of} sin {note}'],
    unrevised: ['{total} que tendría {of} si nada se hubiera observado sobre las notas'],
    unexcepted: ['{total} que tendría {of} si la regla de lo que cuenta doble no tuviera excepción'],
    single: ['{total} que tendría {of} si todo contara una vez'],
    sumOf: ['la suma, por {byTotal}, de lo de {one} y lo de {other}'],
    difference: ['la diferencia, por {byTotal}, entre {one} y {other}'],
    gap: ['la diferencia entre {totals}'],
    best: [
      'el nombre de la persona que queda primera por {byTotal}',
      'el nombre de la persona que no tiene a nadie por delante por {byTotal}',
    ],
    second: ['el nombre de la persona que queda en segundo lugar por {byTotal}, de más a menos'],
    third: ['el nombre de la persona que por {byTotal} tiene a dos por delante, ni más ni menos'],
    worst: [
      'el nombre de la persona que queda última por {byTotal}',
      'el nombre de la persona que no tiene a nadie por detrás por {byTotal}',
    ],
    ranking: [
      'la lista de todos los nombres por {byTotal}, de más a menos',
      'una lista de todas las personas, por {byTotal}, con quien más tiene en cabeza',
    ],
    rank: ['el puesto de {of}, como número, al ordenar a todas las personas por {byTotal}, de más a menos'],
    ahead: ['el número de personas que por {byTotal} están por delante de {of}'],
    over: ['la lista, en cualquier orden y quizá vacía, de quienes tienen {least} o más {counted}'],
    changed: [
      'la lista, en cualquier orden y quizá vacía, de quienes tienen al final alguna cifra, sin contar nada doble, distinta de la escrita antes de las notas',
    ],
    both: [
      'el número de personas que tienen al menos {least} {counted} y a la vez menos de {fewer} {bareAt}, sin contar nada doble',
    ],
    doubled: ['el número de personas cuyo total es mayor que si todo contara una vez'],
    mostAt: ['el nombre de la persona que más {bareAt} tiene, sin contar nada doble'],
    leastAt: ['el nombre de la persona que menos {bareAt} tiene, sin contar nada doble'],
    sumAt: ['el número de {bareAt} de todas las personas juntas, sin contar nada doble'],
  },
  like: ['lo mismo que en `{member}`, pero para {of}', 'lo que se pide en `{member}`, referido en cambio a {of}'],
}
