import type { StockWords } from './words.ts'

export const es: StockWords = {
  listed: [
    '[Antes de abrir|A primera hora de la mañana|A las ocho], en la estantería de una ludoteca había {list}.',
    'Una ludoteca que presta juegos lleva una lista. [Por la mañana, antes de que llegara nadie,|Al principio] ponía: {list}.',
    'Según la lista [hecha antes de abrir|con la que empezó el día], la ludoteca tenía {list}.',
    'El día en la ludoteca [empieza|empezó] con {list} en la estantería, según la lista.',
  ],
  item: ['{n} ejemplares de {title}', '{title} ({n} ejemplares)'],
  taken: [
    '{person} [tomó prestados|se llevó] {n} ejemplares de {title}.',
    '{n} ejemplares de {title} se [prestaron|dejaron] a {person}.',
    'De {title}, {person} [se llevó|tomó prestados] {n}.',
    '{person} venía por {title} y [se llevó|tomó prestados] {n} ejemplares.',
    'Para una fiesta, {person} necesitaba {title}: se llevó {n} ejemplares.',
  ],
  returned: [
    '{person} [devolvió más tarde|acabó devolviendo] todos menos {kept}.',
    '{kept} de los ejemplares prestados a {person} siguen fuera; los demás [volvieron por la tarde|se devolvieron antes del cierre].',
    '[Antes del cierre|Por la tarde], {person} pasó otra vez y devolvió todos, salvo {kept}.',
    'Lo que se había llevado {person} está de vuelta, a excepción de {kept} ejemplares.',
  ],
  returnedAll: [
    '{person} [lo devolvió todo más tarde|acabó devolviéndolo todo].',
    'Lo que se había llevado {person} está de vuelta, [sin que falte nada|al completo].',
    '[Antes del cierre|Por la tarde], {person} devolvió todos sus ejemplares.',
  ],
  damaged: [
    'Entre lo que [devolvió|trajo de vuelta] {person} había {n} ejemplares dañados.',
    '{n} de los ejemplares que trajo de vuelta {person} tenían [la caja rota|piezas perdidas]: cuentan como dañados.',
    'De los que devolvió {person}, {n} estaban dañados.',
  ],
  damagedCount: [
    '[Los daños dan igual|Los daños no se tienen en cuenta]: un ejemplar dañado que está en la estantería cuenta como cualquier otro.',
    'Lo que vuelve dañado se coloca en la estantería y [forma parte de las existencias|se cuenta] igualmente.',
  ],
  damagedDoNot: [
    'Un ejemplar que vuelve dañado [va al taller y deja de formar parte de las existencias|se tira y no se cuenta].',
    'Solo los ejemplares en buen estado [cuentan como existencias|vuelven a la estantería]; los dañados [se descartan|se dan de baja].',
  ],
  mixed: [
    '{n} de los ejemplares [anotados|registrados] como {from} resultaron ser de {to}, y la lista se corrigió.',
    '[Alguien se dio cuenta de que|Se vio que] {n} ejemplares colocados bajo {from} eran de {to}; se pasaron a {to}.',
    'A {to} se le sumaron {n} ejemplares que la lista atribuía [por error|equivocadamente] a {from}, de donde se restaron.',
  ],
  more: [
    'En {title} la lista tenía un error: desde el principio había {n} ejemplares más de los anotados.',
    'De {title} se habían pasado por alto {n} ejemplares al hacer la lista; estuvieron todo el tiempo en la estantería.',
  ],
  fewer: [
    'En {title} la lista tenía un error: desde el principio había {n} ejemplares menos de los anotados.',
    'De {title}, la lista prometía desde el principio {n} ejemplares de más.',
  ],
  given: [
    'Alguien regaló a la ludoteca {n} ejemplares de {title}, que fueron a la estantería.',
    'La estantería ganó {n} ejemplares de {title}, un regalo que primero se rechazó y luego se aceptó.',
  ],
  sold: [
    '{n} ejemplares de {title} se vendieron y salieron de la estantería para siempre.',
    'La estantería perdió {n} ejemplares de {title}, que alguien primero no quiso comprar y luego compró.',
  ],
  declined: [
    'Alguien ofreció {n} ejemplares de {title} como regalo, que primero se aceptó y luego se rechazó.',
    'La estantería no ganó nada con {n} ejemplares de {title} que alguien quería regalar.',
  ],
  wanted: [
    '{person} hizo apartar {n} ejemplares de {title} y después se fue sin ellos.',
    '{n} ejemplares de {title} estuvieron a punto de ir a {person}, pero el préstamo no se hizo.',
    'Nada se prestó al final a {person}, aunque había pedido {n} ejemplares de {title}.',
  ],
  passed: [
    'Lo que {person} tenía aún pasó entero a {to}, y ahí se quedó.',
    '{to} se hizo cargo de todo lo que {person} tenía aún, y no lo ha devuelto.',
  ],
  remark: {
    copies: [
      'Una nota: {person} tomó prestados en realidad {to} ejemplares.',
      'Una nota: en el caso de {person}, el número de ejemplares prestados no es correcto; son {to}.',
    ],
    title: [
      'Una nota: lo que tomó prestado {person} fue {to}, y no {from}.',
      'Una nota: nadie prestó a {person} nada de {from}; fueron otros tantos ejemplares de {to}.',
    ],
    doubted: [
      'Una nota: algunos creían que {person} había tomado prestado {to}, pero fue {from}, como se dice.',
      'Una nota: se comprobó lo que tomó prestado {person}, porque podría haber sido {to}; fue {from} de todos modos.',
    ],
  },
  ordered: [
    'Hay {n} ejemplares de {title} [pedidos|encargados].',
    'La tienda ha prometido otros {n} ejemplares de {title}.',
    'De {title} deben [llegar la semana próxima|recibirse pronto] otros {n} ejemplares.',
  ],
  orderedDoNot: [
    '[Lo que aún está por llegar no cuenta|Lo que todavía no se ha entregado no forma parte de las existencias].',
    'Las entregas futuras no cuentan.',
    'Existencias son lo que la ludoteca tiene en la estantería, no lo que una tienda vaya a enviar.',
  ],
  facets: {
    order: [
      'la lista de los títulos [según sus existencias al final|según lo que hay al final en la estantería], de menos a más',
      'la lista de todos los títulos, desde el que al final tiene menos ejemplares hasta el que tiene más',
    ],
    total: [
      'el número de ejemplares que hay al final en la estantería, sumando todos los títulos',
      'el total de las existencias al final',
    ],
    spread: [
      'la diferencia entre las existencias del título que más tiene al final y las del que menos',
      'el número de ejemplares en que el título más abundante al final supera al más escaso',
    ],
    pair: [
      'la suma de las existencias de {first} y {second} al final',
      'el número de ejemplares que {first} y {second} reúnen entre los dos al final',
    ],
    borrowers: [
      'la lista, por orden alfabético, de las personas que aún tienen ejemplares en casa',
      'la lista de las personas en cuyas manos quedan ejemplares prestados (nombres de la A a la Z)',
    ],
    out: [
      'el número de ejemplares que siguen en casa de la gente',
      'el número de ejemplares prestados, de todos los títulos, que no han vuelto',
    ],
    changed: [
      'el título cuyas existencias al final más se apartan de la lista tal como se escribió primero, por arriba o por abajo',
      'el título en el que más difieren el final del día y la primera lista, en cualquiera de los dos sentidos',
    ],
    change: [
      'la mayor diferencia que un solo título presenta entre la primera lista y las existencias al final (sin signo)',
      'el número de ejemplares en que se aparta de la primera lista, por arriba o por abajo, el título que más cambió (sin signo)',
    ],
    missing: [
      'el número de ejemplares que habría que comprar, entre todos los títulos, para que de cada uno hubiera al menos {n} en la estantería',
      'la suma de lo que falta si de ningún título debe haber menos de {n} ejemplares en la estantería',
    ],
    first: ['el número de ejemplares de {first} que hay al final en la estantería'],
    gap: ['el número de ejemplares en que se diferencian las existencias de {first} y las de {second} al final'],
    second: ['el título que ocupa el segundo lugar por existencias al final, de más a menos'],
    below: ['el número de títulos de los que al final hay menos de {n} ejemplares en la estantería'],
    lent: ['el número total de ejemplares prestados, devueltos o no'],
    unremarked: ['el número de ejemplares de {first} que habría al final en la estantería sin la nota'],
    damaged: ['el número de ejemplares que volvieron dañados', 'el número de ejemplares que se devolvieron dañados'],
  },
}
