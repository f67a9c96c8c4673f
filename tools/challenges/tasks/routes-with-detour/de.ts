import type { RouteWords } from './words.ts'

export const de: RouteWords = {
  start: [
    'Ein [Lieferwagen|Bücherbus] soll um {time} Uhr am Depot abfahren.',
    'Nach Plan [startet ein Wagen um {time} Uhr vom Depot aus|verlässt ein Wagen um {time} Uhr das Depot].',
    'Für {time} Uhr ist am Depot die Abfahrt eines Wagens [mit Paketen|voller Brot] angesetzt, der täglich seine Runde macht.',
  ],
  late: [
    'An dem Tag, um den es geht, kommt er {n} Minuten nach der geplanten Zeit los.',
    '[Heute|Diesmal] verzögert sich der Start um {n} Minuten.',
    'Tatsächlich fährt er {n} Minuten später los als geplant.',
  ],
  first: [
    'Der erste Halt ist {to}, {n} Minuten vom Depot entfernt.',
    'Vom Depot bis {to}, wo er zuerst hält, braucht er {n} Minuten.',
    'Zuerst geht es nach {to}, das {n} Minuten entfernt liegt.',
  ],
  leg: [
    'Von {from} [geht es|fährt er] weiter nach {to}, {n} Minuten entfernt.',
    '{to} folgt auf {from}, {n} Minuten weiter.',
    'Die Fahrt von {from} nach {to}, dem nächsten Ort der Runde, dauert {n} Minuten.',
    'Nach {from} führt die Runde nach {to}; dafür braucht es {n} Minuten.',
  ],
  longerLeg: [
    'Von {from} geht es weiter nach {to}, was {n} Minuten länger dauert als die reguläre Fahrt von {before} nach {from}.',
    'Auf {from} folgt {to}: eine Fahrt, {n} Minuten länger als die reguläre von {before} nach {from}.',
  ],
  shorterLeg: [
    'Von {from} geht es weiter nach {to}, was {n} Minuten kürzer dauert als die reguläre Fahrt von {before} nach {from}.',
    'Auf {from} folgt {to}: eine Fahrt, {n} Minuten kürzer als die reguläre von {before} nach {from}.',
  ],
  sameLeg: ['Von {from} geht es weiter nach {to}, genauso lange wie die reguläre Fahrt von {before} nach {from}.'],
  wait: [
    'An jedem Ort, wo er hält, [der letzte ausgenommen|außer am letzten], [wartet|steht] der Wagen {n} Minuten.',
    'Jeder Halt dauert {n} Minuten, ehe der Wagen weiterfährt, auch auf einem Umweg; am letzten Ort kommt nichts hinzu.',
    'Zwischen Ankunft und Abfahrt vergehen überall, wo er hält, {n} Minuten; die Runde endet mit der Ankunft am letzten Ort.',
  ],
  intro: ['Wie es an dem Tag ging, sagen drei Meldungen:', 'Über den Verlauf des Tages gibt es drei Meldungen.'],
  incidents: {
    wait: [
      'Das Warten {at} sollte so kurz sein wie immer; am Ende war es {n} Minuten länger als sonst.',
      'Das Ausladen {at} sollte schnell gehen, kostete dann aber {n} Minuten über das übliche Warten hinaus.',
    ],
    brief: [
      'Das Warten {at} sollte lang werden; am Ende war es {n} Minuten kürzer als sonst.',
      'Das Ausladen {at} sollte lange dauern, sparte dann aber {n} Minuten vom üblichen Warten ein.',
    ],
    drive: [
      'Auf der Fahrt {to} war mit keiner Baustelle zu rechnen; wegen einer dauerte sie am Ende doch {n} Minuten länger als regulär.',
      'Eine gesperrte Brücke sollte für die Fahrt {to} wieder offen sein, war es dann aber nicht und kostete {n} Minuten mehr.',
    ],
    nothing: [
      'Das Warten {at} sollte {n} Minuten länger sein als sonst; am Ende war es so kurz wie immer.',
      'Auf der Fahrt {to} sollte eine Baustelle {n} Minuten mehr kosten, aber dann gab es an dem Tag keine.',
      'Eine gesperrte Brücke sollte auf der Fahrt {to} {n} Minuten mehr kosten, war dann aber wieder offen.',
    ],
  },
  at: {
    name: 'in {stop}',
    after: 'an dem Ort, der auf der regulären Runde auf {stop} folgt,',
    lastButOne: 'am vorletzten Ort der regulären Runde',
  },
  to: {
    name: 'nach {stop}',
    after: 'zu dem Ort, der auf der regulären Runde auf {stop} folgt,',
    lastButOne: 'zum vorletzten Ort der regulären Runde',
  },
  revisions: {
    elsewhere: ['Eine Anmerkung: Die {at} Meldung betrifft {stop} und nicht den Ort, den sie angibt.'],
    doubled: ['Eine Anmerkung: Die {at} Meldung gibt nur die Hälfte der Minuten an, die es wirklich waren.'],
    struck: [
      'Eine Anmerkung: Die {at} Meldung galt zuerst als wahr, ist aber erfunden.',
      'Eine Anmerkung: Die {at} Meldung wurde bezweifelt, dann bestätigt und erwies sich am Ende als erfunden.',
    ],
    kept: [
      'Eine Anmerkung: Die {at} Meldung galt zuerst als erfunden, ist aber wahr.',
      'Eine Anmerkung: Die {at} Meldung wurde bestätigt, dann bezweifelt und erwies sich am Ende als wahr.',
    ],
    minutes: ['Eine Anmerkung: Die {first} und die {second} Meldung nennen jeweils die Minuten der anderen.'],
    kind: [
      'Eine Anmerkung: Die {at} Meldung verwechselt das Warten am Ort und die Fahrt dorthin; die Minuten mehr gehören zum jeweils anderen.',
    ],
  },
  rule: [
    'Für die Ankunft in {at} gibt es eine Regel: Wenn {condition}, {action}{unless}.',
    'Bei der Ankunft in {at} entscheidet sich, wie es weitergeht: Wenn {condition}, {action}{unless}. Andernfalls geht es weiter wie immer.',
  ],
  conditions: {
    late: ['es dann später als {limit} Uhr ist'],
    driven: ['die Fahrten seit dem Depot bis dahin, ohne das Warten, zusammen mehr als {limit} Minuten gedauert haben'],
    waited: ['der Wagen an den Orten davor insgesamt mehr als {limit} Minuten gewartet hat'],
  },
  unless: {
    never: [''],
    longDrive: [', es sei denn, eine seiner Fahrten bis dahin dauerte mehr als {n} Minuten'],
    shortDrive: [', es sei denn, die Fahrt nach {at} dauerte weniger als {n} Minuten'],
  },
  actions: {
    by: [
      'lässt er {skipped} aus, hält stattdessen in {stop} ({there} Minuten von {at}) und erreicht {next} von dort in {onward} Minuten',
    ],
    skip: ['lässt er {skipped} aus und fährt von {at} direkt nach {next}, in {onward} Minuten'],
    hurry: ['lässt er keinen Ort aus, wartet aber nach {at} überall {less} Minuten weniger'],
  },
  measures: {
    stops: ['die Liste der Orte, an denen der Wagen hält, in der Reihenfolge seiner Halte'],
    longestTo: ['der Ort, an dem seine längste Fahrt endet'],
    after: [
      'der erste Ort, an dem der Wagen später als {time} Uhr ankommt',
      'der Ort, den er nach {time} Uhr als ersten erreicht',
    ],
    arrival: ['die Uhrzeit, zu der die Runde endet, als HH:MM', 'die Ankunftszeit am letzten Ort (HH:MM)'],
    departure: ['die Uhrzeit, als HH:MM, zu der der Wagen zu seinem letzten Ort aufbricht'],
    midway: ['die Uhrzeit, als HH:MM, zu der er am dritten der Orte ankommt, an denen er hält'],
    driving: ['die Zahl der Minuten, die gefahren wird, ohne alles Warten'],
    waiting: ['die Zahl der Minuten, die der Wagen an seinen Orten insgesamt wartet'],
    longest: ['die Zahl der Minuten, die seine längste einzelne Fahrt dauert'],
    whole: ['die Zahl der Minuten von der wirklichen Abfahrt bis zur letzten Ankunft, samt allem Warten'],
    between: ['die Zahl der Minuten von seiner ersten Ankunft an einem Ort bis zur letzten'],
    longWaits: [
      'die Zahl der Minuten, die insgesamt an Orten gewartet wird, zu denen die Fahrt mehr als {n} Minuten dauerte',
    ],
  },
  worlds: {
    onTime: ['gerechnet so, als wäre er zur geplanten Zeit losgefahren'],
    withoutRule: ['gerechnet so, als gäbe es für jene Ankunft keine Regel'],
    withoutIncident: ['gerechnet so, als wäre nicht geschehen, was die {at} Meldung sagt'],
    withoutRevision: ['gerechnet so, als gäbe es die Anmerkung zu den Meldungen nicht'],
  },
}
