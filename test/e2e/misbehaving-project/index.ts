import './broken/actions/echo.js';
import './broken/actions/endless-loop.js';
import './broken/actions/json-bomb.js';
import './broken/actions/large-output.js';
import './broken/actions/memory-bomb.js';
import './broken/actions/throws.js';
