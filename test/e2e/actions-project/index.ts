import './tracker/actions/act.js';
import './tracker/actions/cycle.js';
import './tracker/actions/relay.js';
