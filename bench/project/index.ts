import './bench/actions/nothing.js';
import './bench/syncs/fill.js';
