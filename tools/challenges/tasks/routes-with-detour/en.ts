import type { RouteWords } from './words.ts'

export const en: RouteWords = {
  start: [
    'A [delivery van|library van] is [to leave|due to leave] the depot at {time}.',
    'The plan has a van [set off|start] from the depot at {time}.',
    'A van [with parcels|full of bread] that makes its round every day is set to leave the depot at {time}.',
  ],
  late: [
    'On the day in question it [gets away|starts] {n} minutes after the time planned.',
    '[Today|This time] the start [is delayed by|slips by] {n} minutes.',
    'It actually sets off {n} minutes later than planned.',
  ],
  first: [
    'The first stop is {to}, {n} minutes from the depot.',
    'From the depot it takes {n} minutes to {to}, where it calls first.',
    'It first drives to {to}, {n} minutes away.',
  ],
  leg: [
    'From {from} [it goes on|the van goes on] to {to}, {n} minutes away.',
    '{to} comes after {from}, at a distance of {n} minutes.',
    'The drive from {from} to {to}, next on the round, takes {n} minutes.',
    'After {from} the round leads to {to}; that takes {n} minutes.',
  ],
  longerLeg: [
    'From {from} it goes on to {to}, which takes {n} minutes more than the regular drive from {before} to {from}.',
    'After {from} comes {to}: a drive {n} minutes longer than the regular one from {before} to {from}.',
  ],
  shorterLeg: [
    'From {from} it goes on to {to}, which takes {n} minutes less than the regular drive from {before} to {from}.',
    'After {from} comes {to}: a drive {n} minutes shorter than the regular one from {before} to {from}.',
  ],
  sameLeg: ['From {from} it goes on to {to}, as long a drive as the regular one from {before} to {from}.'],
  wait: [
    'At every stop where it calls, [the last one aside|except the last], the van [waits|stands] for {n} minutes.',
    'Each call takes {n} minutes before the van drives on, also on a detour; at the last stop nothing is added.',
    'Between arriving at a stop and leaving it {n} minutes pass, wherever it calls; the round ends with the arrival at its last stop.',
  ],
  intro: ['Three reports tell how the day went:', 'Of how it went on that day there are three reports.'],
  incidents: {
    wait: [
      'The wait {at} was expected to be as short as any; in the end it was {n} minutes longer than usual.',
      'Unloading {at} was to go quickly, but then it took {n} minutes on top of the usual wait.',
    ],
    brief: [
      'The wait {at} was expected to be long; in the end it was {n} minutes shorter than usual.',
      'Unloading {at} was to take long, but then it took {n} minutes off the usual wait.',
    ],
    drive: [
      'Nobody expected roadworks on the drive {to}; in the end they made it {n} minutes longer than regular.',
      'A closed bridge was to be open again for the drive {to}, but then it was not and cost {n} minutes more.',
    ],
    nothing: [
      'The wait {at} was expected to be {n} minutes longer than usual; in the end it was as short as any.',
      'Roadworks on the drive {to} were to make it {n} minutes longer than regular, but then there were none that day.',
      'A closed bridge was to cost {n} minutes more on the drive {to}, but then it was open again.',
    ],
  },
  at: {
    name: 'at {stop}',
    after: 'at the stop that comes after {stop} on the regular round',
    lastButOne: 'at the last stop but one of the regular round',
  },
  to: {
    name: 'to {stop}',
    after: 'to the stop that comes after {stop} on the regular round',
    lastButOne: 'to the last stop but one of the regular round',
  },
  revisions: {
    elsewhere: ['A remark: the {at} report is about {stop} and not about the stop that it gives.'],
    doubled: ['A remark: the minutes in the {at} report are only half of what they really were.'],
    struck: [
      'A remark: the {at} report was held to be true at first, but is invented.',
      'A remark: the {at} report was doubted, then confirmed, and in the end proved to be invented.',
    ],
    kept: [
      'A remark: the {at} report was held to be invented at first, but is true.',
      'A remark: the {at} report was confirmed, then doubted, and in the end proved to be true.',
    ],
    minutes: ['A remark: the {first} and the {second} report were given each the minutes of the other.'],
    kind: [
      'A remark: the {at} report mixes up the wait at the stop and the drive to it; the minutes more are those of the other of the two.',
    ],
  },
  rule: [
    'There is a rule for the arrival at {at}: if {condition}, {action}{unless}.',
    'On arriving at {at} it is settled how the van goes on: if {condition}, {action}{unless}. Otherwise it goes on as ever.',
  ],
  conditions: {
    late: ['it is later than {limit} by then'],
    driven: ['the van has driven more than {limit} minutes since the depot by then, not counting any waiting'],
    waited: ['the van has waited more than {limit} minutes in all at the stops before'],
  },
  unless: {
    never: [''],
    longDrive: [', unless one of its drives up to then took more than {n} minutes'],
    shortDrive: [', unless the drive to {at} took less than {n} minutes'],
  },
  actions: {
    by: [
      'it leaves {skipped} out, calls at {stop} instead ({there} minutes from {at}) and reaches {next} from there in {onward} minutes',
    ],
    skip: ['it leaves {skipped} out and goes from {at} straight to {next} in {onward} minutes'],
    hurry: ['it leaves no stop out, but shortens each wait after {at} by {less} minutes'],
  },
  measures: {
    stops: ['the list of the stops where the van calls, in the order of its calls'],
    longestTo: ['the stop at which its longest drive ends'],
    after: [
      'the first stop at which the van arrives later than {time}',
      'the first of its stops that it reaches after {time}',
    ],
    arrival: ['the time at which the round ends, as HH:MM', 'the time of arrival at its last stop (HH:MM)'],
    departure: ['the time, as HH:MM, at which the van leaves for its last stop'],
    midway: ['the time, as HH:MM, at which it arrives at the third of the stops where it calls'],
    driving: ['the number of minutes spent driving, without any waits'],
    waiting: ['the number of minutes that the van waits in all at its stops'],
    longest: ['the number of minutes of its longest single drive'],
    whole: ['the number of minutes from setting off to the last arrival, with all waits'],
    between: ['the number of minutes from its first arrival at a stop to its last'],
    longWaits: ['the number of minutes waited in all at stops to which the drive took more than {n} minutes'],
  },
  worlds: {
    onTime: ['reckoned as if it had set off at the time planned'],
    withoutRule: ['reckoned as if there were no rule for that arrival'],
    withoutIncident: ['reckoned as if what the {at} report tells had not happened'],
    withoutRevision: ['reckoned as if the remark on the reports were not there'],
  },
}
