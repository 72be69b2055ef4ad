import './items/syncs/long.js';
import './items/syncs/passing.js';
import './items/syncs/standing.js';
import './items/syncs/ticking.js';
