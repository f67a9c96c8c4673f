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
  ordinals: [['primera'], ['segunda'], ['tercera', 'penúltima'], ['cuarta', 'última']],
  revision: {
    withdrawn: ['La {note} nota primero se mantuvo y después se tachó.'],
    restored: ['La {note} nota primero se tachó y después se mantuvo.'],
    twice: ['El número de la {note} nota debe duplicarse.', 'La {note} nota da solo la mitad del número correcto.'],
    number: ['El número de la {note} nota debería ser {to}.', 'La {note} nota no da el número correcto, que es {to}.'],
    person: [
      'Lo que la {note} nota dice de {from} es cierto en realidad de {to}, y no de {from}.',
      'La {note} nota habla de {from}, pero se refería a {to}.',
    ],
    disputed: [
      'Lo que la {note} nota dice de {from} se creyó durante un tiempo de {to}, pero sin razón.',
      'La {note} nota habla de {from}; se comprobó si se refería a {to}, y no era así.',
    ],
    place: [
      'La {note} nota debería decir «{to}» y no «{from}».',
      'Donde la {note} nota dice «{from}», lo correcto es «{to}».',
    ],
    exchanged: [
      'La {note} y la {with} nota tienen cambiadas las personas: cada una de las dos vale para la persona de la que habla la otra.',
    ],
  },
  condition: {
    all: ['{At} cuentan doble; todo lo demás, una vez.', 'Todo cuenta una vez, salvo {at}, que cuentan doble.'],
    beyond: [
      'De cada persona, {first} cuentan una vez y a partir de ahí cada {each} cuenta doble; todo lo demás cuenta una vez.',
    ],
    first: [
      'De cada persona, {first} cuentan doble y a partir de ahí cada {each} cuenta una vez; todo lo demás cuenta una vez.',
    ],
    atLeast: [
      '{At} cuentan doble para quien tiene {limit} o más, y una vez para el resto; todo lo demás cuenta una vez.',
      'Todo cuenta una vez, pero {at} cuentan doble para quien llega al menos a {limit}.',
    ],
    fewer: [
      'Para quien tiene más {bare} que {bareAt}, {at} cuentan doble; todo lo demás cuenta una vez, y para el resto de la gente cuenta una vez todo.',
    ],
  },
  except: {
    nobody: ['Eso vale para todo el mundo.', 'A eso no hay ninguna excepción.'],
    person: ['Para {who}, sin embargo, todo cuenta una vez.', 'Queda fuera de eso {who}: ahí todo cuenta una vez.'],
    most: [
      'Para la persona que más {bare} tiene, sin embargo, todo cuenta una vez.',
      'Queda fuera de eso la persona que más {bare} tiene: ahí todo cuenta una vez.',
    ],
  },
  basis: [
    'Todo se entiende una vez tenidas en cuenta las notas y la observación sobre ellas.',
    'Siempre se han tenido ya en cuenta las notas y la observación sobre ellas.',
  ],
  facet: {
    total: ['{total} de {of}'],
    without: ['{total} que tendría {of} sin la {note} nota'],
    unrevised: ['{total} que tendría {of} sin la observación sobre las notas'],
    single: ['{total} que tendría {of} si todo contara una vez'],
    gap: ['la diferencia entre {totals}'],
    second: ['el nombre de la persona que queda en segundo lugar por {byTotal}, de más a menos'],
    rank: ['el puesto de {of}, como número, al ordenar a todas las personas por {byTotal}, de más a menos'],
    both: [
      'el número de personas que tienen al menos {least} {counted} y a la vez menos de {fewer} {bareAt}, sin contar nada doble',
    ],
    doubled: ['el número de personas cuyo total es mayor que si todo contara una vez'],
    mostAt: ['el nombre de la persona que más {bareAt} tiene, sin contar nada doble'],
    sumAt: ['el número de {bareAt} de todas las personas juntas, sin contar nada doble'],
  },
  like: ['lo mismo que en `{member}`, pero para {of}', 'lo que se pide en `{member}`, referido en cambio a {of}'],
}
